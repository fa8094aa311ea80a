import { defaultProductName } from '@aitai/messages/texts.ts'
import { passwordHasher } from '@aitai/server/accounts/password-hashing.ts'
import type { AdminContext } from '@aitai/server/admin/admin-context.ts'
import { useDataKeySecrets } from '@aitai/server/database/encryption/data-keys.ts'
import type { RunningApp } from '@aitai/server/startup.ts'

/** The admin context of a database on which no server runs. Its clock stands still unless another one is given. */
export const adminContextOn = (db: AdminContext['db'], now: AdminContext['now'] = () => 0): AdminContext => {
  useDataKeySecrets(db, () => ({ secrets: [Buffer.alloc(32, 'd')], now: Date.now }))
  return {
    db,
    now,
    publicUrl: '',
    productName: () => defaultProductName,
    compliance: null,
    referenceChanged: async () => {},
    passwords: passwordHasher(),
    running: null,
    by: 'a test',
    userId: null,
  }
}

/** The admin context of a server in this process. */
export const adminContextOf = ({ app, url, referenceChanged }: RunningApp): AdminContext => ({
  db: app.database,
  now: app.now,
  publicUrl: url,
  productName: () => app.installation.brand.productName,
  compliance: app.config.compliance,
  referenceChanged,
  passwords: app.passwords,
  running: null,
  by: 'the proof',
  userId: null,
})
