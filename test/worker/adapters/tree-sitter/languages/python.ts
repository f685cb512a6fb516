/** The expected results for the Python fixture: docstrings, comments above constants, decorators, nested functions, underscores. */
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
  references: `
    126 extends TaskQueue < _Hidden
    20 call logging.getLogger < log
    20 value __name__ < log
    26 call t.ParamSpec < P
    30 value BASE_DELAY
    36 call ValueError < retry_delay
    37 call min < retry_delay
    40 value logging.INFO
    40 type t.Callable < logged
    41 type t.Callable < logged.decorate
    41 type P < logged.decorate
    41 type t.Any < logged.decorate
    41 type t.Callable < logged.decorate
    41 type P < logged.decorate
    41 type t.Any < logged.decorate
    42 value P < logged.decorate
    42 type P.args < logged.decorate.wrapper
    42 value P < logged.decorate
    42 type P.kwargs < logged.decorate.wrapper
    42 type t.Any < logged.decorate.wrapper
    43 value log < logged.decorate.wrapper
    43 call log.log < logged.decorate.wrapper
    43 value function.__name__ < logged.decorate.wrapper
    44 call function < logged.decorate.wrapper
    46 value wrapper < logged.decorate
    48 value decorate < logged
    51 decorator dataclass < Task
    51 call dataclass
    56 call field < Task.name
    57 call field < Task.attempts
    58 type t.Any < Task.payload
    58 call field < Task.payload
    58 value dict < Task.payload
    60 decorator property < Task.spent
    62 value self.attempts < Task.spent
    62 value MAX_ATTEMPTS < Task.spent
    72 type Task < TaskQueue.failures
    75 type Handler < TaskQueue.__init__
    75 type Clock < TaskQueue.__init__
    77 value monotonic < TaskQueue.__init__
    78 type Task < TaskQueue.__init__
    81 call len < TaskQueue.__len__
    81 value self._heap < TaskQueue.__len__
    84 type Task < TaskQueue.put
    85 value self.closed < TaskQueue.put
    86 call QueueClosed < TaskQueue.put
    86 value task.name < TaskQueue.put
    87 call self._clock < TaskQueue.put
    87 call retry_delay < TaskQueue.put
    87 value task.attempts < TaskQueue.put
    87 value task.attempts < TaskQueue.put
    88 call heapq.heappush < TaskQueue.put
    88 value self._heap < TaskQueue.put
    90 decorator classmethod < TaskQueue.of
    91 decorator logged < TaskQueue.of
    91 call logged < TaskQueue
    91 value logging.DEBUG < TaskQueue
    92 type Handler < TaskQueue.of
    92 type Task < TaskQueue.of
    92 type TaskQueue < TaskQueue.of
    93 call cls < TaskQueue.of
    95 call queue.put < TaskQueue.of
    101 value self._heap < TaskQueue.run
    103 call self._clock < TaskQueue.run
    105 call heapq.heappop < TaskQueue.run
    105 value self._heap < TaskQueue.run
    107 call self._handler < TaskQueue.run
    109 call self._again < TaskQueue.run
    111 value log < TaskQueue.run
    111 call log.exception < TaskQueue.run
    111 value task.name < TaskQueue.run
    112 call self.failures.append < TaskQueue.run
    117 type Task < TaskQueue._again
    117 type Failed < TaskQueue._again
    120 value task.spent < TaskQueue._again
    121 call self.put < TaskQueue._again
    123 call self.failures.append < TaskQueue._again
    130 type Task < _Hidden.put
    133 value __name__
    134 call print
    134 call retry_delay
    134 call map
    134 value retry_delay
    134 call range
  `,
  outline: `
    7 import __future__: annotations
    9 import heapq: heapq
    10 import logging: logging
    11 import typing: * as t
    12 import dataclasses: dataclass, field
    13 import time: monotonic
    15 import .errors: QueueClosed, TaskFailed as Failed
    16 import .clock: Clock
    listed Task TaskQueue retry_delay
    field Task.priority: int
    field Task.name: str
    field Task.attempts: int
    field Task.payload: dict
    field TaskQueue.failures: list
    field TaskQueue._handler: Handler
    field TaskQueue._heap: list
    field -.log: logging.getLogger()
    field -.MAX_ATTEMPTS: int
    field -.P: t.ParamSpec()
    returns retry_delay: float
    returns logged: t.Callable
    returns logged.decorate: t.Callable
    returns logged.decorate.wrapper: t.Any
    returns Task.spent: bool
    returns TaskQueue.__len__: int
    returns TaskQueue.of: TaskQueue
    returns TaskQueue.run: int
    typed retry_delay attempt: int
    typed retry_delay base: float
    typed logged level: int
    typed logged.decorate function: t.Callable
    typed TaskQueue.__init__ handler: Handler
    typed TaskQueue.__init__ clock: Clock
    typed TaskQueue.put task: Task
    typed TaskQueue.of handler: Handler
    typed TaskQueue.of queue: cls()
    typed TaskQueue.run limit: int
    typed TaskQueue._again task: Task
    typed TaskQueue._again error: Failed
    typed _Hidden.put task: Task
    locals retry_delay: attempt base
    locals logged: level
    locals logged.decorate: function
    locals logged.decorate.wrapper: args kwargs
    locals TaskQueue.__init__: handler clock
    locals TaskQueue.put: task due
    locals TaskQueue.of: handler tasks queue task
    locals TaskQueue.run: limit done due task error
    locals TaskQueue._again: task error
    locals _Hidden.put: task
  `,
  invalidSyntax: 'def f(x)\n    return 1\n\n\nclass Good:\n    def kept(self):\n        return 1\n',
  intactDefinition: 'Good.kept',
};
