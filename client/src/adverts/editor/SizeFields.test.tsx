import { act, fireEvent, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { changeLanguage } from '../../ui/text/use-text.ts'
import { SizeFields } from './SizeFields.tsx'

const toyota = { lastPrice: 2_905.5, usdJpy: 150 }

function Editor({ rates }: { rates: typeof toyota | null }) {
  const [shareQuantity, setShareQuantity] = useState(0)
  const [typed, setTyped] = useState<number | null>(null)
  const [side, setSide] = useState('none')
  return (
    <form aria-label="terms" data-shares={shareQuantity} data-typed={typed ?? 'nothing'} data-side={side}>
      <SizeFields
        shareQuantity={shareQuantity}
        lotSize={100}
        rates={rates}
        error={null}
        disabled={false}
        quantityRef={null}
        onTyping={setTyped}
        onChange={setShareQuantity}
        onSide={setSide}
      />
    </form>
  )
}

const show = (rates: typeof toyota | null = toyota) => render(<Editor rates={rates} />)
const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label)
const shares = () => Number(screen.getByRole('form').dataset.shares)
const typed = () => screen.getByRole('form').dataset.typed

test('while a quantity is typed, the form receives it in lots, for the minimum in shares', async () => {
  show()
  await userEvent.type(field('Quantity'), '40,050')
  expect(typed()).toBe('40000')
  expect(shares()).toBe(0)
  await userEvent.type(field('Quantity'), 'x')
  expect(typed()).toBe('0')
  await userEvent.type(field('Quantity'), '{Backspace}')
  await userEvent.tab()

  expect(typed()).toBe('nothing')
  expect(shares()).toBe(40_000)
})

// spec: 2.trader.6, 5.editor.3, 5.editor.4
test('on blur a quantity is rounded to lots with a note, and both notionals are updated', async () => {
  show()
  await userEvent.type(field('Quantity'), '40,050')
  expect(field('JPY').value).toBe('116,365,275')
  await userEvent.tab()

  expect(shares()).toBe(40_000)
  expect(field('Quantity').value).toBe('40,000')
  expect(field('USD').value).toBe('774,800')
  expect(field('JPY').value).toBe('116,220,000')
  expect(screen.getAllByText('rounded down to 40,000').length).toBeGreaterThan(0)
})

test('dollars are converted to whole lots, and the remainder is not advertised', async () => {
  show()
  await userEvent.type(field('USD'), '775k')
  await userEvent.tab()

  expect(shares()).toBe(40_000)
  expect(field('USD').value).toBe('774,800')
})

// spec: 5.editor.2
test('decimals of a notional are not accepted: no size is computed from them, and the field says so', async () => {
  show()
  await userEvent.type(field('USD'), '774800.55')
  expect([typed(), field('Quantity').value, field('JPY').value]).toEqual(['0', '', ''])
  await userEvent.tab()

  expect(shares()).toBe(0)
  expect(screen.getByText(/Enter a whole amount above 0/)).toBeTruthy()
})

test('full-width digits and the shorthand of both languages are accepted as numbers', async () => {
  show()
  for (const [typed, expected] of [
    ['１２，３００', 12_300],
    ['10k', 10_000],
    ['3万', 30_000],
  ] as const) {
    await userEvent.clear(field('Quantity'))
    await userEvent.type(field('Quantity'), typed)
    await userEvent.tab()
    expect(shares(), typed).toBe(expected)
  }
})

test('a side typed before a quantity sets both, once it is committed', async () => {
  show()
  const side = () => screen.getByRole('form').dataset.side
  await userEvent.type(field('Quantity'), 'S 10k')
  expect([typed(), side()]).toEqual(['10000', 'none'])
  await userEvent.tab()
  expect([shares(), side(), field('Quantity').value]).toEqual([10_000, 'SELL', '10,000'])

  await userEvent.clear(field('Quantity'))
  await userEvent.type(field('Quantity'), 'b')
  await userEvent.tab()
  expect([shares(), side()]).toEqual([0, 'SELL'])
})

test('typed text is unchanged by new prices and by a switch of language', async () => {
  const { rerender } = show()
  await userEvent.type(field('Quantity'), '12,3')
  rerender(<Editor rates={{ lastPrice: 3_000, usdJpy: 151 }} />)
  act(() => changeLanguage('Jp'))

  expect(field('数量').value).toBe('12,3')
  expect(document.activeElement).toBe(field('数量'))
})

test('invalid input stays in the field beside its error and is not corrected automatically', async () => {
  show()
  await userEvent.type(field('Quantity'), '1,5')
  await userEvent.tab()

  expect(shares()).toBe(0)
  expect(field('Quantity').value).toBe('1,5')
  expect(field('Quantity').getAttribute('aria-invalid')).toBe('true')
  expect(screen.getByText(/Enter a quantity above 0/)).toBeTruthy()
})

test('the mouse wheel changes no value', async () => {
  show()
  await userEvent.type(field('Quantity'), '500')
  fireEvent.wheel(field('Quantity'), { deltaY: 300 })

  expect(field('Quantity').value).toBe('500')
  expect(field('Quantity').type).toBe('text')
})

test('without a quote only shares can be typed', () => {
  show(null)

  expect(field('USD').disabled).toBe(true)
  expect(field('JPY').disabled).toBe(true)
  expect(field('Quantity').disabled).toBe(false)
})
