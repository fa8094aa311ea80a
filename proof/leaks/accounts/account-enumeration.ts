import { mkdtemp, rm } from 'node:fs/promises'
import { Agent } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { demoAccounts } from '@aitai/server/admin/demo/demo-accounts.ts'
import { startProcess } from '../../harness/server-process.ts'
import { probeInPairs, probesOf } from './probes.ts'
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

/**
 * Starts a server with the demonstration data. Sends log-ins with a wrong password and forgot-password
 * requests, for known and unknown addresses, one request after another.
 */
export async function runEnumerationTest(pairs: number, print: (line: string) => void): Promise<boolean> {
  const dataDir = await mkdtemp(join(tmpdir(), 'aitai-enumeration-'))
  const server = startProcess(dataDir, { DEMO: 'on', ...raised })
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  try {
    const known = demoAccounts.map(({ email }) => email)
    const results: EnumerationResult[] = []
    for (const probe of probesOf(await server.ready, agent)) {
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
