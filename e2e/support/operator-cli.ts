import { runTypedCommand } from './manual-transcripts.ts'

interface Installation {
  readonly dataDir: string
}

/** Runs an operator's command, as typed after `npm run -s aitai --`. It must succeed. */
export const runOperatorCommand = (installation: Installation, ...typed: string[]): Promise<void> =>
  run(installation, typed, '')

async function run({ dataDir }: Installation, typed: readonly string[], input: string): Promise<void> {
  const words = ['npm', 'run', '-s', 'aitai', '--', ...typed]
  const { code, both } = await runTypedCommand({ words, shown: '' }, { dataDir, folder: dataDir, input })
  if (code !== 0) throw new Error(`aitai ${typed.join(' ')}: ${both}`)
}

export interface NewTrader {
  readonly email: string
  readonly firstName: string
  readonly lastName: string
  /** The institution, by its name. */
  readonly firm: string
}

/** The password of the traders that a test adds. */
export const addedPassword = 'nine horses on the stair'

/** Adds a trader whose password is ready to use. */
export function addTrader(
  installation: Installation,
  { email, firstName, lastName, firm }: NewTrader,
): Promise<void> {
  const name = ['--first-name', firstName, '--last-name', lastName]
  const typed = ['user', 'add', email, ...name, '--role', 'TRADER', '--firm', firm]
  return run(installation, [...typed, '--password-stdin'], addedPassword)
}
