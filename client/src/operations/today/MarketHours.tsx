import type { OperationsToday } from '@aitai/contract/schemas/console/operations.ts'
import { useText } from '../../ui/text/use-text.ts'
import { ConsolePart } from '../ConsolePart.tsx'
import { type Column, ConsoleTable } from '../ConsoleTable.tsx'

const hours = ['platform', 'matching', 'afterHours'] as const

/** The hours of each exchange on this day, in Tokyo time, and what it does now. */
export function MarketHours({ today: { market } }: { today: OperationsToday }) {
  const text = useText()
  if (!market) return null
  return (
    <ConsolePart title={text('operations.market')}>
      <ConsoleTable
        rows={market.exchanges}
        keyOf={({ exchange }) => exchange}
        empty={text('operations.none')}
        columns={[
          {
            title: text('operations.market.exchange'),
            cell: ({ exchange }) => text(`exchange.${exchange}`),
          },
          {
            title: text('operations.market.phase'),
            // By its hours; nothing is matched while an operator has closed the platform.
            cell: ({ phase }) => (
              <span className="phase" data-phase={market.platformClosed ? 'CLOSED' : phase}>
                {text(`operations.phase.${phase}`)}
              </span>
            ),
          },
          ...hours.map(
            (list): Column<(typeof market.exchanges)[number]> => ({
              title: text(`operations.market.${list}`),
              kind: 'time',
              cell: ({ [list]: open }) => (open.length === 0 ? '–' : open.join(' · ')),
            }),
          ),
        ]}
      />
    </ConsolePart>
  )
}
