import fs from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import type { KyselyPlugin } from 'kysely'
import { openSecrets } from '../../src/accounts/installation-secrets.ts'
import type { AdminContext } from '../../src/admin/admin-context.ts'
import { rotateSecretOf } from '../../src/admin/secret-rotation.ts'
import { useDataKeySecrets } from '../../src/database/encryption/data-keys.ts'
import { openDataKeys, sweepDataKeys } from '../../src/database/encryption/key-rotation.ts'
import { openDatabase } from '../../src/database/open-database.ts'

/**
 * A separate process that replaces DATA_SECRET and the data keys, encrypts the columns again, and destroys the keys
 * before. It kills itself at a point: before a statement of the database, or before or after a change of a file. Ends
 * with 0 if there are fewer points.
 */

const [dataDir = '', databaseUrl = '', secretsFile = '', start = '0', killAt = '0'] = process.argv.slice(2)
const location = { dataDir, databaseUrl: databaseUrl || null }
const config = { secretsFile, secrets: {}, databaseUrl: location.databaseUrl }
const [minuteMs, dayMs] = [60_000, 86_400_000]
let now = Number(start)

let points = 0
function point(): void {
  points += 1
  if (points === Number(killAt)) process.kill(process.pid, 'SIGKILL')
}

/** Opens the database as a server that starts, alone. */
async function open() {
  const { db: plain, close } = await openDatabase(location)
  const { dataSecrets } = openSecrets(config)
  useDataKeySecrets(plain, () => ({ secrets: dataSecrets, now: () => now }))
  await openDataKeys(plain, dataSecrets, true)
  const plugin: KyselyPlugin = {
    transformQuery({ node }) {
      point()
      return node
    },
    transformResult: async ({ result }) => result,
  }
  return { db: plain.withPlugin(plugin), close, dataSecrets }
}

type Opened = Awaited<ReturnType<typeof open>>

const adminOn = ({ db }: Opened): AdminContext => ({
  db,
  now: () => now,
  by: 'a test',
  userId: null,
  running: null,
  publicUrl: 'https://desk.example',
  productName: () => 'Aitai',
  compliance: null,
  referenceChanged: async () => {},
  passwords: { hash: async () => '', verify: async () => false } as never,
})

/** Only the file of secrets: SQLite does not use these functions. */
function killAroundFileChanges(): void {
  for (const name of ['openSync', 'writeSync', 'fsyncSync', 'renameSync'] as const) {
    const original = fs[name] as (...args: unknown[]) => unknown
    Object.assign(fs, {
      [name]: (...args: unknown[]) => {
        point()
        const result = original(...args)
        point()
        return result
      },
    })
  }
  syncBuiltinESMExports()
}

async function rotates(opened: Opened, secret: 'data' | 'data-keys'): Promise<void> {
  const reply = await rotateSecretOf(config, adminOn(opened), { secret, reason: 'a drill of the keys' })
  if ('refusal' in reply) throw new Error(reply.refusal.message)
}

const retention = { locatePasswordDays: 7, messageDays: 30 }

const first = await open()
killAroundFileChanges()
await rotates(first, 'data')
await first.close()

const second = await open()
await rotates(second, 'data-keys')
// The next server may begin before it was used, when it was, and after the day of the stored replies.
for (const later of [0, 5 * minuteMs, dayMs + 90 * minuteMs]) {
  now += later
  await sweepDataKeys(second.db, second.dataSecrets, now, retention)
}
await second.close()
fs.writeSync(1, `${points} points\n`)
