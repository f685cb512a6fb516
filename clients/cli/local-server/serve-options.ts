/**
 * Passes options to the local server's process. They are passed in the environment because every user of the machine can
 * read command lines.
 */

export interface ServeOptions {
  /** The built Worker. */
  readonly worker: string;
  /** The port of the front proxy; 0 selects a free one. */
  readonly port: number;
  readonly secret: string;
  readonly dataDirectory: string;
  readonly vars: Readonly<Record<string, string>>;
  readonly secretsFiles: readonly string[];
  /** Whether the runtime's inspector listens on a port of its choice. */
  readonly hasInspector: boolean;
}

/** The descriptor on which the server's process reports the front proxy's port, as a line, once the front proxy listens. */
export const portDescriptor = 3;

const variableName = 'WHEREFORE_SERVE';

export function serveEnvironment(options: ServeOptions): Readonly<Record<string, string>> {
  return { [variableName]: JSON.stringify(options) };
}

/** Removes the options from the environment, so that no child process can read the secret. */
export function readServeOptions(): ServeOptions {
  const text = process.env[variableName];
  if (text === undefined) throw new Error(`${variableName} is not set: run \`npm start\`, which sets it.`);
  delete process.env[variableName];
  return JSON.parse(text) as ServeOptions;
}
