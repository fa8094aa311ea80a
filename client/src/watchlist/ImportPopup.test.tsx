import { maxWatchlistLength } from '@aitai/contract/codes.ts'
import type { Equity } from '@aitai/contract/schemas/reference.ts'
import { fireEvent, screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { renderInStore } from '../../test/support/render-in-store.tsx'
import { ImportPopup } from './ImportPopup.tsx'

const equities = new Map(
  Array.from({ length: maxWatchlistLength + 2 }, (_, i) => {
    const ric = `${1_000 + i}.T`
    return [ric, { equityId: ric, ric, equityName: `Company ${i}`, jpnName: `会社${i}` } as unknown as Equity]
  }),
)
const ids = [...equities.keys()]

test('what has no room is named and not added, and the room is shown', () => {
  const added: string[][] = []
  renderInStore(
    <ImportPopup
      equities={equities}
      list={{ securityIds: ids.slice(0, maxWatchlistLength - 1), groups: [] }}
      initialGroup={null}
      initial={ids.slice(-3).join(' ')}
      onAdd={(some) => void added.push(some.map(({ ric }) => ric))}
      onClose={() => undefined}
    />,
  )

  screen.getByText(/Room for 1 of 200 securities/)
  const withoutRoom = within(screen.getByRole('region', { name: 'No room, not added' }))
  expect(withoutRoom.getAllByRole('listitem').map(({ textContent }) => textContent.slice(0, 6))).toEqual(
    ids.slice(-2),
  )
  screen.getByRole('button', { name: 'Add 1' }).click()
  expect(added).toEqual([[ids.at(-3)]])
})

test('nothing is added while there is nothing to add', () => {
  const added: unknown[] = []
  renderInStore(
    <ImportPopup
      equities={equities}
      list={{ securityIds: ids.slice(0, 1), groups: [] }}
      initialGroup={null}
      initial={`${ids[0]} 9999`}
      onAdd={(some) => void added.push(some)}
      onClose={() => undefined}
    />,
  )

  fireEvent.keyDown(screen.getByRole('textbox'), { key: 'Enter', ctrlKey: true })
  expect(screen.getByRole('button', { name: 'Add 0' }).ariaDisabled).toBe('true')
  expect(added).toEqual([])
})
