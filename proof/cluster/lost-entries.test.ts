import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { callApi, signIn } from '@aitai/contract/api-client.ts'
import { advertList, createAdvert } from '@aitai/contract/routes/adverts.ts'
import { getEquities } from '@aitai/contract/routes/reference.ts'
import { demoPassword } from '@aitai/server/admin/demo/demo-accounts.ts'
import { expect, onTestFinished, test } from 'vitest'
import { openConnection } from '../harness/client-connection.ts'
import { createPostgresFolder, type PostgresServer } from '../harness/postgres-server.ts'
import { ServerCluster } from './server-cluster.ts'

const timeout = 120_000

test('a promoted standby that lacks acknowledged entries is refused, until an operator accepts the loss', {
  timeout,
}, async () => {
  const folder = await createPostgresFolder()
  onTestFinished(() => folder.remove())
  const primary = await folder.startPrimary()
  const standby = await folder.startStandby(primary, { name: 'second', isSynchronous: false })
  const cluster = await ServerCluster.create({ machines: 1, databases: [primary, standby] })
  onTestFinished(() => cluster.remove())
  const [machine] = cluster.machines
  if (!machine) throw new Error('there is no machine')
  await machine.start()
  const connection = openConnection(machine.url)
  onTestFinished(() => connection.close())
  const { token } = await signIn(connection, 'trader@alder.example', demoPassword)
  const [one, other] = await callApi(connection, getEquities, { token })
  const draft = async (securityId = '') =>
    await callApi(connection, createAdvert, { token, body: { securityId } })

  const replicated = await draft(one?.equityId)
  await untilReplicated(primary, standby)
  await standby.stop()
  const lost = await draft(other?.equityId)
  // The machine remembers the newest entry of the journal every second.
  const head = join(machine.dataDir, 'journal-head.json')
  await untilRemembered(head, primary)
  await primary.kill()
  await standby.start()
  await standby.promote()

  await machine.ended()
  expect(machine.errorLog().join('\n')).toContain(
    'The database lacks entries of the journal that were acknowledged',
  )
  await machine.kill()
  await expect(machine.start()).rejects.toThrow('The database lacks entries of the journal')
  await machine.kill()

  await rm(head)
  await machine.start()
  const adverts = await callApi(connection, advertList, {
    token: (await signIn(connection, 'trader@alder.example', demoPassword)).token,
  })
  const ids = adverts.map(({ id }) => id)
  expect(ids).toContain((replicated as { id: string }).id)
  expect(ids).not.toContain((lost as { id: string }).id)
})

const newestEntry = 'select coalesce(max(seq), 0)::integer as seq from journal'

async function untilReplicated(primary: PostgresServer, standby: PostgresServer): Promise<void> {
  const [target] = await primary.query(newestEntry)
  while ((await standby.query(newestEntry))[0]?.seq !== target?.seq) await wait(20)
}

async function untilRemembered(file: string, primary: PostgresServer): Promise<void> {
  const [newest] = await primary.query(newestEntry)
  const remembered = async (): Promise<unknown> =>
    (JSON.parse(await readFile(file, 'utf8').catch(() => '{}')) as { seq?: number }).seq
  while ((await remembered()) !== newest?.seq) await wait(20)
}
