import { runCommandLine } from './command-line.ts'

/*
 * The operator's command line: `npm run -s aitai -- COMMAND`.
 */

// A reader such as `head` may close the pipe before everything is printed.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code === 'EPIPE') process.exit(0)
  throw error
})
process.exitCode = await runCommandLine(process.argv.slice(2))
