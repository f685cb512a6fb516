/** What a local server's program is started with. It travels in the environment: a command line is for everyone to read. */

export interface ServeOptions {
  /** The built Worker. */
  readonly worker: string;
  /** Of the front. */
  readonly port: number;
  /** Of the local runtime behind it. */
  readonly innerPort: number;
  readonly secret: string;
  readonly dataDirectory: string;
  readonly vars: Readonly<Record<string, string>>;
  readonly secretsFiles: readonly string[];
  /** Whether the runtime's inspector listens, on a port of its own choice. */
  readonly hasInspector: boolean;
}

const name = 'WHEREFORE_SERVE';

export function serveEnvironment(options: ServeOptions): Readonly<Record<string, string>> {
  return { [name]: JSON.stringify(options) };
}

/** Taken out of the environment, so that no program started below can read the secret there. */
export function readServeOptions(): ServeOptions {
  const text = process.env[name];
  if (text === undefined) throw new Error(`${name} is not set: run \`npm start\`, which sets it.`);
  delete process.env[name];
  return JSON.parse(text) as ServeOptions;
}
