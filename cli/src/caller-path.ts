import { resolve } from 'node:path'

/**
 * The absolute path of a file that the operator has named. npm runs a script in the folder of the release, and says in
 * INIT_CWD from which folder it was called.
 */
export const callerPath = (path: string, env: NodeJS.ProcessEnv = process.env): string =>
  resolve(env.npm_lifecycle_event === 'aitai' && env.INIT_CWD ? env.INIT_CWD : '', path)
