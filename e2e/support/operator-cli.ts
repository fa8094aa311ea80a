import { approveAsAdministrator } from '../../server/test/support/console/demo-administrator.ts'
import { runTypedCommand } from './manual-transcripts.ts'

interface Installation {
  readonly dataDir: string
  /** The address of its server, for what a second person has to approve. */
  readonly url?: string
}

/**
 * Runs an operator's command, as typed after `npm run -s aitai --`. It must succeed; what waits for a second person is
 * approved by the demonstration's administrator, and run again if the approval did not carry it out.
 */
export const runOperatorCommand = (installation: Installation, ...typed: string[]): Promise<void> =>
  run(installation, typed, '')

/** The same with a text on its standard input. */
export const runOperatorCommandWith = (
  input: string,
  installation: Installation,
  ...typed: string[]
): Promise<void> => run(installation, typed, input)

async function run(installation: Installation, typed: readonly string[], input: string): Promise<void> {
  const { dataDir, url } = installation
  const words = ['npm', 'run', '-s', 'aitai', '--', ...typed]
  const { code, both } = await runTypedCommand({ words, shown: '' }, { dataDir, folder: dataDir, input })
  const request = /aitai approve (\w+)`/.exec(both)?.[1]
  if (request !== undefined && url !== undefined) {
    if ((await approveAsAdministrator(url, request)) === 'GRANTED') await run(installation, typed, input)
  } else if (code !== 0) throw new Error(`aitai ${typed.join(' ')}: ${both}`)
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
