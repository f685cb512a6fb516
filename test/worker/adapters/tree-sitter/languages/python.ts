/** Python: docstrings, comments above constants, decorators, nested functions, underscores. */
import source from '../../../../fixtures/languages/python.py?raw';
import type { LanguageSpec } from './language-spec.ts';

export const python: LanguageSpec = {
  source,
  symbols: `
    18-18 variable __all__ +
    20-20 variable log +
    23-23 constant BASE_DELAY +
    24-24 constant MAX_ATTEMPTS +
    26-26 constant P +
    27-27 variable Handler +
    30-37 function retry_delay +
    40-48 function logged +
    41-46 function logged.decorate
    42-44 function logged.decorate.wrapper
    51-62 class Task +
    55-55 property Task.priority +
    56-56 property Task.name +
    57-57 property Task.attempts +
    58-58 property Task.payload +
    60-62 method Task.spent +
    65-123 class TaskQueue +
    72-72 property TaskQueue.failures +
    73-73 property TaskQueue.closed +
    75-78 method TaskQueue.__init__ +
    80-81 method TaskQueue.__len__ +
    84-88 method TaskQueue.put +
    90-96 method TaskQueue.of +
    98-115 method TaskQueue.run +
    117-123 method TaskQueue._again
    126-130 class _Hidden
    127-128 class _Hidden.Options
    128-128 property _Hidden.Options.verbose
    130-130 method _Hidden.put
  `,
  signatures: {
    'TaskQueue.of':
      '@classmethod @logged(logging.DEBUG) def of(cls, handler: Handler, *tasks: Task) -> TaskQueue:',
    'TaskQueue.__init__': 'def __init__(self, handler: Handler, clock: Clock | None = None) -> None:',
    Task: '@dataclass(order=True) class Task:',
    MAX_ATTEMPTS: 'MAX_ATTEMPTS: int = 5',
    logged:
      'def logged(level: int = logging.INFO) -> t.Callable[[t.Callable[P, t.Any]], t.Callable[P, t.Any]]:',
  },
  documentation: {
    retry_delay: {
      lines: '31-34',
      text: 'Seconds to wait before try number ``attempt``.\n\nDoubles with every attempt, at most one minute.',
    },
    BASE_DELAY: { lines: '22-22', text: 'Seconds before the first new try.' },
    TaskQueue: {
      lines: '66-69',
      text: 'Runs tasks, the lowest priority first.\n\n:param handler: called with each task; what it raises counts as a failure.',
    },
    'TaskQueue.put': {
      lines: '83-83',
      text: 'Put a task in line. The task may already have failed some times.',
    },
  },
  complexity: {
    retry_delay: 2,
    'TaskQueue.__init__': 2,
    'TaskQueue.put': 3,
    'TaskQueue.of': 2,
    'TaskQueue.run': 7,
    'TaskQueue._again': 3,
  },
  imports: [
    '__future__: annotations',
    'heapq: heapq',
    'logging: logging',
    'typing: t',
    'dataclasses: dataclass field',
    'time: monotonic',
    '.errors: QueueClosed Failed',
    '.clock: Clock',
  ],
  types: 'Callable P args kwargs Task Handler Clock TaskQueue Failed',
  broken: 'def f(x)\n    return 1\n\n\nclass Good:\n    def kept(self):\n        return 1\n',
  survives: 'Good.kept',
};
