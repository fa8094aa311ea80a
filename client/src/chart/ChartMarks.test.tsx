import { textIn } from '@aitai/messages/texts.ts'
import { render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { type MarkKind, marksOf } from './advert-marks.ts'
import { AdvertTimeline } from './ChartMarks.tsx'

test('no mark points up or down, which would be a buy or a sell', () => {
  const kinds: readonly MarkKind[] = ['sent', 'changed', 'triggered', 'paused', 'resumed', 'located']
  const { unmount } = render(<AdvertTimeline marks={kinds.map((kind, at) => ({ kind, at }))} />)
  const list = screen.getByRole('list')
  expect(list.children).toHaveLength(kinds.length)
  expect(list.textContent).not.toMatch(/[▲▼△▽]/)
  unmount()

  const rest: readonly MarkKind[] = ['completed', 'executed', 'ended']
  render(<AdvertTimeline marks={rest.map((kind, at) => ({ kind, at }))} />)
  expect(screen.getByRole('list').textContent).not.toMatch(/[▲▼△▽]/)
})

test('the timeline of an IOI whose locate was declined says that it is paused', () => {
  const at = Date.UTC(2026, 10, 20, 1)
  render(
    <AdvertTimeline
      marks={marksOf([
        { at, type: 'LOCATED' },
        { at: at + 60_000, type: 'LOCATE_ENDED', outcome: 'CONTRA_DECLINED' },
        { at: at + 120_000, type: 'RESUMED' },
      ])}
    />,
  )

  expect(screen.getAllByRole('listitem').map((each) => each.textContent?.split(' ').at(-1))).toEqual([
    'Located',
    'Paused',
    'Resumed',
  ])
})

// rule: 28.9
test('the timeline says what a rule of the owner did', () => {
  const at = Date.UTC(2026, 10, 20, 1)
  render(
    <AdvertTimeline
      marks={marksOf([
        { at, type: 'SENT', isAutomatic: true },
        { at, type: 'RESUMED' },
      ])}
    />,
  )

  const [renewed, resumed] = screen.getAllByRole('listitem').map((each) => each.textContent)
  expect(renewed).toContain(textIn('En', 'chart.mark.automatic', { mark: 'Sent' }))
  expect(resumed).not.toContain('automatic')
})
