import type { HoursChange } from '@aitai/contract/schemas/console/reference-data.ts'
import { useText } from '../../ui/text/use-text.ts'
import { ChangesPart } from './ChangesPart.tsx'
import { hourLists, hourListText } from './hour-lists.ts'
import { hoursInTokyo } from './hours-in-tokyo.ts'
import { Remarks } from './Remarks.tsx'
import { SessionsTable } from './SessionsTable.tsx'

type Change = HoursChange['exchanges'][number]

/** What a change of hours would change. Exchanges with the same change are shown once. */
export function HoursChanges({ result: { exchanges, warnings } }: { result: HoursChange }) {
  const groups = Map.groupBy(exchanges, ({ exchange, ...change }) => JSON.stringify(change))
  return (
    <div className="changes">
      {[...groups].map(([key, group]) => (
        <ExchangeChange key={key} group={group} />
      ))}
      <Remarks kind="warnings" remarks={warnings} />
    </div>
  )
}

function ExchangeChange({ group }: { group: readonly Change[] }) {
  const text = useText()
  const [change] = group
  if (!change || change.changed.length === 0) return null
  const shown = (hours: string): string => hoursInTokyo(hours) ?? text('operations.hours.none')
  const names = group.map(({ exchange }) => text(`exchange.${exchange}`)).join(' · ')
  return (
    <ChangesPart title={names}>
      <table className="console-table">
        <tbody>
          {hourLists
            .filter((list) => change.changed.includes(list))
            .map((list) => (
              <tr key={list}>
                <th scope="row">{text(hourListText[list])}</th>
                <td className="console-hours">
                  {shown(change.before[list])} → {shown(change.after[list])}
                </td>
              </tr>
            ))}
        </tbody>
      </table>
      <SessionsTable sessions={change.matching} />
      <Remarks kind="warnings" remarks={change.warnings} />
    </ChangesPart>
  )
}
