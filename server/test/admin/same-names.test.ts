import { describe, expect, test } from 'vitest'
import type { AdminContext, AdminReply } from '../../src/admin/admin-context.ts'
import { changeBroker } from '../../src/admin/broker-change.ts'
import { addBroker } from '../../src/admin/brokers.ts'
import { renameFirm } from '../../src/admin/firm-rename.ts'
import { addFirm } from '../../src/admin/firms.ts'
import { openDatabase } from '../../src/database/open-database.ts'
import { adminContextOn } from '../support/admin-context.ts'
import { testDatabases } from '../support/test-databases.ts'

const reason = 'agreed with the institution'
/** One name, as it is typed with other widths and in other cases. */
const spellings = ['Alder Asset', 'ALDER ASSET', 'Ａｌｄｅｒ Ａｓｓｅｔ', 'alder asset ']

const outcomes = async (replies: readonly Promise<AdminReply>[]): Promise<string[]> =>
  (await Promise.all(replies)).map((reply) => ('refusal' in reply ? reply.refusal.code : 'DONE')).sort()

/** On PostgreSQL these transactions run side by side: none sees what the others have written. */
describe.each(testDatabases)('names in $name', (store) => {
  async function withAdmin(run: (admin: AdminContext) => Promise<void>): Promise<void> {
    const { db, close } = await openDatabase(await store.newLocation())
    try {
      await run(adminContextOn(db))
    } finally {
      await close()
    }
  }

  test('of institutions that are added at once under one name, one is added', () =>
    withAdmin(async (admin) => {
      const added = await outcomes(spellings.map((name) => addFirm(admin, { name })))
      expect(added).toEqual(['DONE', 'FIRM_EXISTS', 'FIRM_EXISTS', 'FIRM_EXISTS'])
      expect(await admin.db.selectFrom('firm').selectAll().execute()).toHaveLength(1)
    }))

  test('of brokers that are added at once under one name, or one short name, one is added', () =>
    withAdmin(async (admin) => {
      const ofName = spellings.map((name, at) => addBroker(admin, { name, shortName: `B${at}` }))
      expect(await outcomes(ofName)).toEqual(['BROKER_EXISTS', 'BROKER_EXISTS', 'BROKER_EXISTS', 'DONE'])
      const ofShort = ['HNK', 'hnk', 'Hnk'].map((shortName, at) =>
        addBroker(admin, { name: `Broker ${at}`, shortName }),
      )
      expect(await outcomes(ofShort)).toEqual(['BROKER_EXISTS', 'BROKER_EXISTS', 'DONE'])
    }))

  test('of two that are renamed to one name at once, one is renamed', () =>
    withAdmin(async (admin) => {
      for (const name of ['Birch', 'Cypress']) {
        await addFirm(admin, { name })
        await addBroker(admin, { name, shortName: name.slice(0, 3) })
      }
      const firms = ['Birch', 'Cypress'].map((firm, at) =>
        renameFirm(admin, { firm, to: spellings[at] ?? '', reason }),
      )
      expect(await outcomes(firms)).toEqual(['DONE', 'FIRM_EXISTS'])
      const brokers = ['Bir', 'Cyp'].map((shortName, at) =>
        changeBroker(admin, { shortName, name: spellings[at] ?? '', reason }),
      )
      expect(await outcomes(brokers)).toEqual(['BROKER_EXISTS', 'DONE'])
      // The name before is free again.
      expect(
        await outcomes([addFirm(admin, { name: 'birch' }), addFirm(admin, { name: 'cypress' })]),
      ).toContain('DONE')
    }))
})
