import { spawn } from 'node:child_process'

/** `npm run dev`: the server, restarted on every change, and Vite with hot reload in front of it. */
const commands: readonly (readonly [string, readonly string[]])[] = [
  [process.execPath, ['--watch', 'server/main.mjs']],
  [process.execPath, ['node_modules/vite/bin/vite.js', 'client']],
]
// Errors are read where the code is changed.
const env = { LOG_FILE: 'stdout', LOG_LEVEL: 'warn', ...process.env }
const children = commands.map(([command, args]) => spawn(command, args, { stdio: 'inherit', env }))
const stop = (): void => {
  for (const child of children) child.kill('SIGTERM')
}
process.once('SIGINT', stop)
process.once('SIGTERM', stop)
for (const child of children) child.once('exit', stop)
