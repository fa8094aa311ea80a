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
    if ((await approveRequest(url, request)) === 'GRANTED') await run(installation, typed, input)
  } else if (code !== 0) throw new Error(`aitai ${typed.join(' ')}: ${both}`)
}

/** Returns the state of the request: GRANTED if its requester has to run it again. */
async function approveRequest(url: string, id: string): Promise<string> {
  const administrator = { email: 'administrator@aitai.example', password: 'correct-horse-aitai' }
  const { token } = (await post(`${url}/api/login`, administrator)) as { token: string }
  const authorization = `Bearer ${token}`
  const approved = await post(`${url}/api/operations/approve`, { id }, { authorization })
  return (approved as { state: string }).state
}

async function post(url: string, body: object, headers: Readonly<Record<string, string>> = {}) {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  })
  if (!response.ok) throw new Error(`${url} was answered with ${response.status}`)
  return (await response.json()) as unknown
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
