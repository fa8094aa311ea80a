import { mkdtemp, rm } from 'node:fs/promises'
import { Agent } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { overSocket } from '@aitai/cli/admin-client.ts'
import type { PasskeyCreation } from '@aitai/contract/schemas/account.ts'
import { demoAccounts, demoPassword } from '@aitai/server/admin/demo/demo-accounts.ts'
import { SoftwareAuthenticator } from '../../../server/test/accounts/software-authenticator.ts'
import { startProcess } from '../../harness/server-process.ts'
import { passkeyProbe, probeInPairs, probesOf } from './probes.ts'
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
/** The address for which the passkeys are; the server listens elsewhere. */
const publicUrl = 'https://desk.example'

/** Adds a passkey to a demonstration account, and returns its id. */
async function addPasskey(url: string, origin: string, email: string): Promise<string> {
  const device = new SoftwareAuthenticator(origin)
  const call = async <Reply>(path: string, body: unknown, token = ''): Promise<Reply> => {
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
  const { token } = await call<{ token: string }>('/login', { email, password: demoPassword })
  const named = { name: 'Laptop', password: demoPassword }
  const options = await call<PasskeyCreation>('/user/passkeys/begin', named, token)
  await call('/user/passkeys/confirm', { credential: device.creates(options) }, token)
  return device.credentialId
}

/** Requires passkeys of two institutions, so that the known addresses are of people with every requirement. */
async function requirePasskeys(dataDir: string): Promise<void> {
  for (const firm of ['Birch', 'Cypress']) {
    const args = { firm, requiredFactor: 'passkey', reason: 'the enumeration test' } as const
    const reply = await overSocket(dataDir, 'firm change', args)
    if (reply === null || 'refusal' in reply) throw new Error(`passkeys cannot be required of ${firm}`)
  }
}

/**
 * Starts a server with the demonstration data. Sends log-ins with a wrong password, forgot-password requests and
 * passkeys, for known and unknown addresses and ids, one request after another. Of some institutions passkeys are
 * required, and some of their users have none.
 */
export async function runEnumerationTest(pairs: number, print: (line: string) => void): Promise<boolean> {
  const dataDir = await mkdtemp(join(tmpdir(), 'aitai-enumeration-'))
  const server = startProcess(dataDir, { DEMO: 'on', PUBLIC_URL: publicUrl, ...raised })
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  try {
    const url = await server.ready
    const emails = demoAccounts.map(({ email }) => email)
    const ids = [await addPasskey(url, publicUrl, 'trader@alder.example')]
    ids.push(await addPasskey(url, publicUrl, 'trader@birch.example'))
    await requirePasskeys(dataDir)
    const results: EnumerationResult[] = []
    const probes = [
      ...probesOf(url, agent).map((probe) => ({ probe, known: emails })),
      { probe: passkeyProbe(url, agent, publicUrl), known: ids },
    ]
    for (const { probe, known } of probes) {
      const measured = await probeInPairs(probe, known, { pairs, warmUp })
      const result = enumerationResult(probe.name, measured)
      results.push(result)
      for (const line of result.lines) print(line)
    }
    return results.every(({ passed }) => passed)
  } finally {
    agent.destroy()
    await server.kill()
    await rm(dataDir, { recursive: true, force: true })
  }
}
