/** PHP: interfaces, traits, enums, attributes, constants, group use. */
import source from '../../../../fixtures/languages/php.php?raw';
import type { LanguageSpec } from './language-spec.ts';

export const php: LanguageSpec = {
  source,
  symbols: `
    14-14 constant DEFAULT_FROM +
    20-25 interface Sender +
    22-22 constant Sender.PRIORITY +
    24-24 method Sender.send +
    27-36 trait Recording +
    30-30 property Recording.sent +
    32-35 method Recording.record +
    38-47 enum Status +
    43-46 method Status.final +
    54-102 class Mailer +
    59-59 constant Mailer.ATTEMPTS
    60-60 property Mailer.count +
    61-61 property Mailer.logger
    63-68 method Mailer.__construct +
    75-91 method Mailer.send +
    93-99 method Mailer.boundary
    101-101 method Mailer.later +
    105-111 function send_now +
  `,
  signatures: {
    Mailer: '#[Service] final class Mailer extends Base implements Sender',
    'Mailer.send': 'public function send(Message $message): bool',
    'Mailer.count': 'public static int $count = 0;',
    'Mailer.later': 'abstract protected function later(Message $message, ?int $seconds = null): void;',
    DEFAULT_FROM: "const DEFAULT_FROM = 'noreply@example.org';",
  },
  documentation: {
    Mailer: {
      lines: '49-53',
      text: 'The default mailer.\n\nA message that cannot be sent is tried three times.',
    },
    'Mailer.send': { lines: '70-74', text: 'Sends one message.\n\n@throws SendFailed' },
    'Recording.sent': { lines: '29-29', text: '@var list<Message>' },
  },
  complexity: {
    'Mailer.send': 6,
    'Mailer.boundary': 2,
    send_now: 3,
  },
  imports: [
    'App\\Contracts\\Transport: Transport',
    'App\\Events\\Sent: Sent',
    'App\\Events\\Failed: SendFailed',
    'App\\Support\\retry: retry',
    'Psr\\Log\\LoggerInterface: Logger',
  ],
  types: 'Message Base Sender Recording Logger Transport \\RuntimeException SendFailed',
  broken: '<?php\nfunction f() { $x = ; }\n\nclass Good { function kept() {} }\n',
  survives: 'Good.kept',
};
