/** The expected results for the PHP fixture: interfaces, traits, enums, attributes, constants, group use. */
import source from '../../../../fixtures/languages/php.php?raw';
import type { LanguageSpec } from './language-spec.ts';

export const php: LanguageSpec = {
  source,
  symbols: `
    14-14 constant DEFAULT_FROM +
    15-15 constant MAIL_DEBUG +
    20-25 interface Sender +
    22-22 constant Sender.PRIORITY +
    24-24 method Sender.send +
    27-36 trait Recording +
    30-30 property Recording.sent +
    32-35 method Recording.record +
    38-47 enum Status +
    40-40 constant Status.Queued +
    41-41 constant Status.Sent +
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
    'App.Contracts.Transport: Transport',
    'App.Events.Sent: Sent',
    'App.Events.Failed: SendFailed',
    'App.Support.retry: retry',
    'Psr.Log.LoggerInterface: Logger',
    './helpers.php',
  ],
  types: 'Message Base Sender Recording Logger Transport \\RuntimeException SendFailed',
  references: `
    55 extends Base < Mailer
    55 implements Sender < Mailer
    57 implements Recording < Mailer
    12 value __DIR__
    15 call define
    24 type Message < Sender.send
    32 type Message < Recording.record
    45 value self.Sent < Status.final
    54 decorator Service < Mailer
    61 type Logger < Mailer.logger
    64 type Transport < Mailer.__construct
    65 value DEFAULT_FROM < Mailer.__construct
    67 call parent.__construct < Mailer.__construct
    75 type Message < Mailer.send
    77 value self.ATTEMPTS < Mailer.send
    79 call this.transport.deliver < Mailer.send
    79 call message.from < Mailer.send
    80 call this.record < Mailer.send
    82 type RuntimeException < Mailer.send
    83 value self.ATTEMPTS < Mailer.send
    83 value MAIL_DEBUG < Mailer.send
    84 call SendFailed < Mailer.send
    86 call this.logger.warning < Mailer.send
    86 call error.getMessage < Mailer.send
    96 call bin2hex < Mailer.boundary
    96 call random_bytes < Mailer.boundary
    97 call uniqid < Mailer.boundary
    101 type Message < Mailer.later
    105 type Message < send_now
    105 type Transport < send_now
    108 call message.recipients < send_now
    109 call transport.deliver < send_now
    109 call message.to < send_now
  `,
  outline: `
    namespace App.Mail
    7 import App.Contracts.Transport: * as Transport
    8 import App.Events.Sent: * as Sent
    8 import App.Events.Failed: * as SendFailed
    9 import App.Support.retry: * as retry
    10 import Psr.Log.LoggerInterface: * as Logger
    12 import ./helpers.php: *
    field Mailer.logger: Logger
    field Mailer.transport: Transport
    typed Sender.send message: Message
    typed Recording.record message: Message
    typed Mailer.__construct transport: Transport
    typed Mailer.send message: Message
    typed Mailer.send error: RuntimeException
    typed Mailer.later message: Message
    typed send_now message: Message
    typed send_now transport: Transport
    locals Sender.send: message
    locals Recording.record: message
    locals Mailer.__construct: transport
    locals Mailer.send: message attempt error
    locals Mailer.later: message seconds
    locals send_now: message transport log text recipient
  `,
  invalidSyntax: '<?php\nfunction f() { $x = ; }\n\nclass Good { function kept() {} }\n',
  intactDefinition: 'Good.kept',
};
