import { mkdtemp, rm } from 'node:fs/promises'
import { Agent } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { overSocket } from '@aitai/cli/admin-client.ts'
import type { PasskeyCreation } from '@aitai/contract/schemas/account.ts'
import type { AdminCommandArgs, AdminCommandName } from '@aitai/server/admin/command-arguments.ts'
import { demoAccounts, demoPassword } from '@aitai/server/admin/demo/demo-accounts.ts'
import { Secret, TOTP } from 'otpauth'
import { client, RealProvider } from '../../../server/test/accounts/sign-on/real-provider.ts'
import { SoftwareAuthenticator } from '../../../server/test/accounts/software-authenticator.ts'
import { startProcess } from '../../harness/server-process.ts'
import { loginProbe, passkeyProbe, probeInPairs, probesOf } from './probes.ts'
import { beginProbe, forgedCodeProbe, refusedUserProbe } from './provider-probes.ts'
import { type EnumerationResult, enumerationResult } from './report.ts'

/** The limits are raised, not removed: each request still passes them. */
const raised = {
  LOGINS_PER_ACCOUNT: '1000000',
  LOGINS_PER_ACCOUNT_ANYWHERE: '1000000',
  LOGINS_PER_NETWORK: '1000000',
  FORGOTS_PER_ACCOUNT: '1000000',
  FORGOTS_PER_NETWORK: '1000000',
  VISITS_PER_SECOND: '100000',
}
const warmUp = 100
const ownFirm = 'Quince'
const ownDomain = 'quince.example'
const ownUser = `trader@${ownDomain}`
const disabledUser = `former@${ownDomain}`
/** A disabled user whose password is known. */
const formerUser = 'former@cypress.example'
const formerPassword = 'nine herons over a river'
/** The address for which the passkeys are; the server listens elsewhere. */
const publicUrl = 'https://desk.example'

async function call<Reply>(url: string, path: string, body: unknown, token = ''): Promise<Reply> {
  const response = await fetch(`${url}/api${path}`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      ...(token === '' ? {} : { authorization: `Bearer ${token}` }),
    },
    body: JSON.stringify(body),
  })
  if (!response.ok) throw new Error(`${path} was answered with ${response.status}`)
  return (await response.json()) as Reply
}

const signIn = async (url: string, email: string): Promise<string> =>
  (await call<{ token: string }>(url, '/login', { email, password: demoPassword })).token

/** Adds a passkey to a demonstration account, and returns its id. */
async function addPasskey(url: string, origin: string, email: string): Promise<string> {
  const device = new SoftwareAuthenticator(origin)
  const token = await signIn(url, email)
  const named = { name: 'Laptop', password: demoPassword }
  const options = await call<PasskeyCreation>(url, '/user/passkeys/begin', named, token)
  await call(url, '/user/passkeys/confirm', { credential: device.creates(options) }, token)
  return device.credentialId
}

/** Adds an authenticator app and recovery codes to a demonstration account. */
async function addApp(url: string, email: string): Promise<void> {
  const token = await signIn(url, email)
  const named = { name: 'Phone', password: demoPassword }
  const { key } = await call<{ key: string }>(url, '/user/authenticators/begin', named, token)
  await call(
    url,
    '/user/authenticators/confirm',
    { otp: new TOTP({ secret: Secret.fromBase32(key) }).generate() },
    token,
  )
}

/** Where the server is: commands go to its data folder, and approvals to its address. */
interface TestedServer {
  readonly dataDir: string
  readonly url: string
}

/** Runs an operator's command. What waits for a second person is approved, and then run again. */
async function operate<N extends AdminCommandName>(
  { dataDir, url }: TestedServer,
  name: N,
  args: AdminCommandArgs<N>,
): Promise<void> {
  const run = () => overSocket(dataDir, name, args)
  const first = await run()
  const id = first && 'refusal' in first ? first.refusal.approval?.id : undefined
  if (id !== undefined)
    await call(url, '/operations/approve', { id }, await signIn(url, 'administrator@aitai.example'))
  const reply = id === undefined ? first : await run()
  if (reply === null || 'refusal' in reply) throw new Error(`${name} cannot be run`)
}

/** An institution that signs in with its own provider, with a user who is active and one who is disabled. */
async function addInstitutionWithProvider(server: TestedServer, { issuer }: RealProvider): Promise<void> {
  const reason = 'the enumeration test'
  await operate(server, 'firm add', { name: ownFirm })
  await operate(server, 'sign-on set', { firm: ownFirm, issuer, ...client, domains: [ownDomain], reason })
  for (const email of [ownUser, disabledUser]) {
    const names = { firstName: 'Own', lastName: 'User' } as const
    await operate(server, 'user add', { ...names, email, role: 'TRADER', firm: ownFirm })
  }
  await operate(server, 'user disable', { email: disabledUser, reason })
}

/** Requires passkeys of two institutions, so that the known addresses are of people with every requirement. */
async function requirePasskeys(server: TestedServer): Promise<void> {
  for (const firm of ['Birch', 'Cypress']) {
    const args = { firm, requiredFactor: 'passkey', reason: 'the enumeration test' } as const
    await operate(server, 'firm change', args)
  }
}

async function addFormerUser(server: TestedServer): Promise<void> {
  const user = { email: formerUser, firstName: 'Former', lastName: 'User', password: formerPassword } as const
  await operate(server, 'user add', { ...user, role: 'TRADER', firm: 'Cypress' })
  await operate(server, 'user disable', { email: formerUser, reason: 'the enumeration test' })
}

/** A provider, passkeys, and an app with recovery codes; an account of the demonstration has codes by SMS. */
async function setUpFactors(server: TestedServer, provider: RealProvider): Promise<string[]> {
  const { url } = server
  const ids = [await addPasskey(url, publicUrl, 'trader@alder.example')]
  ids.push(await addPasskey(url, publicUrl, 'trader@birch.example'))
  await addApp(url, 'broker@hinoki.example')
  await requirePasskeys(server)
  await addFormerUser(server)
  await addInstitutionWithProvider(server, provider)
  return ids
}

/**
 * Starts a server with the demonstration data and a provider. Sends log-ins with a wrong password and with the right
 * one of a disabled user, forgot-password requests, passkeys and sign-ins at the provider, for known and unknown
 * addresses and ids, one request after another. Of the known users each has another second factor, or none; of some
 * institutions passkeys are required, and the people of one sign in with its provider alone.
 */
export async function runEnumerationTest(pairs: number, print: (line: string) => void): Promise<boolean> {
  const dataDir = await mkdtemp(join(tmpdir(), 'aitai-enumeration-'))
  const server = startProcess(dataDir, { DEMO: 'on', PUBLIC_URL: publicUrl, ...raised })
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  let provider: RealProvider | null = null
  try {
    const url = await server.ready
    provider = await RealProvider.start({ publicUrl, url })
    const ids = await setUpFactors({ dataDir, url }, provider)
    const emails = [...demoAccounts.map(({ email }) => email), ownUser]
    const own = [ownUser, disabledUser]
    const elsewhere = ['trader@alder.example', 'broker@hinoki.example']
    const results: EnumerationResult[] = []
    const probes = [
      ...probesOf(url, agent).map((probe) => ({ probe, known: emails })),
      { probe: loginProbe('login, right password', url, agent, formerPassword), known: [formerUser] },
      { probe: passkeyProbe(url, agent, publicUrl), known: ids },
      { probe: beginProbe('provider, start', url, agent), known: own },
      { probe: beginProbe('provider, domain without one', url, agent), known: elsewhere },
      { probe: forgedCodeProbe(url, agent, provider.issuer), known: own },
      { probe: refusedUserProbe(url, agent, provider), known: [disabledUser] },
    ]
    for (const { probe, known } of probes) {
      const of = { pairs: Math.min(pairs, probe.mostPairs ?? pairs), warmUp: Math.min(warmUp, pairs) }
      const measured = await probeInPairs(probe, known, of)
      const result = enumerationResult(probe.name, measured)
      results.push(result)
      for (const line of result.lines) print(line)
    }
    return results.every(({ passed }) => passed)
  } finally {
    agent.destroy()
    provider?.stop()
    await server.kill()
    await rm(dataDir, { recursive: true, force: true })
  }
}
