import { parseDictionary } from '@aitai/gateway/dictionary/dictionary.ts'
import { startAcceptor } from '@aitai/gateway/sessions/acceptor.ts'
import { becomeWriter, openStoreDatabase } from '@aitai/gateway/store/open-store.ts'
import { fieldOf } from '@aitai/gateway/wire/fix-message.ts'
import { dictionaryXml } from '../../gateway/test/support/test-dictionary.ts'

/**
 * The session layer alone as a process: answers each order with one report. Stores in `FOLDER`, or in `DATABASE_URL`,
 * where it waits until no other process writes. Then it prints its port.
 */
const database = await openStoreDatabase({
  folder: process.env.FOLDER ?? '',
  databaseUrl: process.env.DATABASE_URL ?? null,
})
const acceptor = await startAcceptor({
  sessions: [
    {
      id: 'alder',
      beginString: 'FIX.4.4',
      compId: 'AITAI',
      counterparty: 'ALDER',
      dictionary: parseDictionary(dictionaryXml(4)),
      identity: { networks: ['127.0.0.1'], certificates: [] },
      schedule: null,
      resetOnLogon: false,
    },
  ],
  store: await becomeWriter(database, { takeoverMs: Number(process.env.TAKEOVER_MS ?? 6_000) }),
  application: {
    onLogon() {},
    onLogout() {},
    onMessage: ({ message }) => [{ type: '8', fields: [[11, fieldOf(message, 11) ?? '']] }],
  },
  host: '127.0.0.1',
  port: 0,
  onFailure: (error) => {
    throw error
  },
})
process.stdout.write(`${acceptor.port}\n`)
process.once('SIGTERM', async () => {
  await acceptor.close()
  await database.close()
})
