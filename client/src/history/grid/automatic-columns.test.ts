import type { Advert } from '@aitai/contract/schemas/adverts.ts'
import { expect, test } from 'vitest'
import { columnOf, type HistoryTextContext } from './history-columns.ts'

const never = { duration: '60', autoRenewals: 0, renewalsLeft: 0, autoResumes: 0, resumesLeft: 0 } as const

// rule: 28.9
test('what is automatic shows how often it may still be done, and nothing where it never is', () => {
  const shown = (given: Partial<Advert>) =>
    (['autoRenewals', 'autoResumes'] as const).map((id) =>
      columnOf(id).shown({ ...never, ...given } as Advert, {} as HistoryTextContext),
    )

  expect(shown({})).toEqual(['–', '–'])
  const both = { autoRenewals: 3, renewalsLeft: 2, autoResumes: 1, resumesLeft: 0 }
  expect(shown(both)).toEqual(['2 / 3', '0 / 1'])
  expect(shown({ ...both, duration: 'END_OF_DAY', renewalsLeft: 0 })).toEqual(['–', '0 / 1'])
})
