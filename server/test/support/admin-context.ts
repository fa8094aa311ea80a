import { defaultProductName } from '@aitai/messages/texts.ts'
import type { AdminContext } from '../../src/admin/admin-context.ts'
import { useDataKeySecrets } from '../../src/database/encryption/data-keys.ts'
import { cheapPasswords } from './test-server.ts'

/** The admin context of a database on which no server runs, with `changes`. */
export const adminContextOn = (
  db: AdminContext['db'],
  changes: Partial<Omit<AdminContext, 'db'>> = {},
): AdminContext => {
  useDataKeySecrets(db, () => ({ secrets: [Buffer.alloc(32, 'd')], now: Date.now }))
  return {
    db,
    passwords: cheapPasswords,
    now: Date.now,
    publicUrl: 'https://desk.example',
    productName: () => defaultProductName,
    compliance: null,
    referenceChanged: async () => {},
    running: null,
    by: 'a test',
    userId: null,
    ...changes,
  }
}
