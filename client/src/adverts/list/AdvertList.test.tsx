import type { Advert } from '@aitai/contract/schemas/adverts.ts'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, beforeAll, expect, test } from 'vitest'
import { initTexts } from '../../ui/text/use-text.ts'
import { AdvertList } from './AdvertList.tsx'

beforeAll(() => initTexts('En'))
afterEach(cleanup)

const advertsOf = (count: number): Advert[] =>
  Array.from(
    { length: count },
    (_, n) =>
      ({
        id: `advert-${n}`,
        securityId: 's',
        securityName: `${1000 + n}.T - Name`,
        direction: 'BUY',
        shareQuantity: 100,
        advertisementStatus: 'SENT',
      }) as Advert,
  )

function List({ adverts }: { adverts: readonly Advert[] }) {
  const [selected, setSelected] = useState<Advert | null>(adverts[0] ?? null)
  return (
    <AdvertList
      adverts={adverts}
      equities={new Map()}
      selected={selected}
      edited={new Set()}
      onSelect={setSelected}
      onOpen={() => {}}
    />
  )
}

const rows = () => screen.getAllByRole('option')
const list = () => screen.getByRole('listbox')
const inHand = () => document.getElementById(list().getAttribute('aria-activedescendant') ?? '')

test('of two thousand adverts those in sight are drawn, and each says which of how many it is', () => {
  render(<List adverts={advertsOf(2_000)} />)

  expect(rows().length).toBeLessThan(200)
  expect(rows()[0]?.getAttribute('aria-posinset')).toBe('1')
  expect(rows()[0]?.getAttribute('aria-setsize')).toBe('2000')
})

test('End goes to the last of two thousand, Home back to the first, and the one in hand is always drawn', () => {
  render(<List adverts={advertsOf(2_000)} />)

  fireEvent.keyDown(list(), { key: 'End' })
  expect(inHand()?.textContent).toContain('2999.T')
  fireEvent.keyDown(list(), { key: 'ArrowUp' })
  expect(inHand()?.textContent).toContain('2998.T')
  fireEvent.keyDown(list(), { key: 'Home' })
  expect(inHand()?.textContent).toContain('1000.T')
})

test('a list that was scrolled to its end and has become short shows what is left', () => {
  const { rerender } = render(<List adverts={advertsOf(2_000)} />)
  fireEvent.keyDown(list(), { key: 'End' })
  rerender(<List adverts={advertsOf(9)} />)

  expect(rows()).toHaveLength(9)
})
