/** Modules of Node that may be imported without `node:` (`module.builtinModules` of Node 24, subpaths left out). */

const names = `
assert async_hooks buffer child_process cluster console constants crypto dgram diagnostics_channel dns domain events fs http http2 https
inspector module net os path perf_hooks process punycode querystring readline repl stream string_decoder sys timers tls trace_events
tty url util v8 vm wasi worker_threads zlib`;

export const nodeBuiltins: ReadonlySet<string> = new Set(names.trim().split(/\s+/));
