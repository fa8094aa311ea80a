import { openDatabase } from '@aitai/server/database/open.ts'
import { serveOffice } from '@aitai/server/office/socket.ts'

/** Holds a data folder as the server does, without a market: opens it alone and serves the back office. */
const dataDir = process.argv[2] ?? ''
const { db } = await openDatabase({ dataDir, databaseUrl: null })
let refreshes = 0
const office = {
  db,
  now: Date.now,
  publicUrl: 'https://desk.example',
  referenceChanged: async () => {
    refreshes += 1
  },
  running: { pid: process.pid, startedAt: Date.now() },
}
await serveOffice(office, dataDir, (error, doing) => console.error(doing, error))
process.on('message', () => process.send?.(refreshes))
process.send?.('ready')
