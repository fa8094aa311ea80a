import { fileURLToPath } from 'node:url'
import type { Advert } from '@aitai/contract/schemas/adverts.ts'
import type { Equity } from '@aitai/contract/schemas/reference.ts'
import { expect, test } from 'vitest'
import { demoPassword } from '../../src/admin/demo/demo-accounts.ts'
import { type ServerProcess, startServerProcess, urlOf } from '../support/server-process.ts'
import { testDatabases } from '../support/test-databases.ts'
import { type ApiResponse, type RequestOptions, submissionBody, TestUser } from '../support/test-user.ts'

const killAfterCommit = fileURLToPath(new URL('./kill-after-commit.mjs', import.meta.url))

/** A server that is started again whenever it was killed, and one of its traders. */
async function startServer(env: Readonly<Record<string, string>>) {
  let server: ServerProcess | null = null
  const desk = { url: '', securityId: () => '' }
  const start = async (more: Readonly<Record<string, string>> = {}): Promise<ServerProcess> => {
    server?.child.kill('SIGKILL')
    await server?.ended
    server = startServerProcess({ ...env, ...more })
    desk.url = await urlOf(server)
    return server
  }
  await start()
  const trader = await new TestUser(desk, 'trader@alder.example').signsIn(demoPassword)
  return { start, trader }
}

test.each(testDatabases)(
  'a keyed change whose reply was lost is answered when it is repeated, in $name',
  {
    timeout: 120_000,
  },
  async (database) => {
    const { dataDir, databaseUrl } = await database.newLocation()
    const { start, trader } = await startServer(
      databaseUrl === null ? { DATA_DIR: dataDir } : { DATABASE_URL: databaseUrl },
    )
    const [equity] = await trader.callsOk<Equity[]>('/equity/get-equities')

    /** Sends SIGKILL to the server between the commit and the reply, starts another one and repeats the request. */
    async function repeated(
      command: string,
      path: string,
      sent: RequestOptions = {},
    ): Promise<ApiResponse<Advert>> {
      const keyed = { ...sent, method: 'POST', headers: { 'idempotency-key': command } }
      const killed = await start({ KILL_AFTER: command, NODE_OPTIONS: `--import ${killAfterCommit}` })
      await expect(trader.calls(path, keyed)).rejects.toThrow()
      await killed.ended
      expect(killed.child.signalCode).toBe('SIGKILL')
      await start()
      const response = await trader.calls<Advert>(path, keyed)
      // The same as from a server that was not killed.
      expect((await trader.calls(path, keyed)).text).toBe(response.text)
      return response
    }

    const body = { securityId: equity?.equityId }
    const draft = await repeated('createAdvert', '/advert/create-advert', { body })
    expect(draft).toMatchObject({ status: 200, body: { advertisementStatus: 'UNSENT' } })
    expect(await trader.adverts()).toHaveLength(1)

    const terms = submissionBody(draft.body)
    const submission = { ...terms, shareQuantity: 2 * terms.shareQuantity }
    const sent = await repeated('submitAdvert', '/advert/submit-advert', { body: submission })
    expect(sent.status).toBe(200)
    await trader.callsOk(`/advert/pause-advert/${sent.body.id}`)

    // Without the key it would be refused, because the advert is not paused any more.
    const resumed = await repeated('resumeAdvert', `/advert/resume-advert/${sent.body.id}`)
    expect(resumed.status).toBe(200)
    expect(await trader.adverts()).toEqual([
      expect.objectContaining({ id: sent.body.id, advertisementStatus: resumed.body.advertisementStatus }),
    ])
  },
)
