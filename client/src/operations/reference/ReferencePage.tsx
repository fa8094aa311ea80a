import { useSearchParams } from 'react-router'
import { Tabs } from '../../ui/controls/Tabs.tsx'
import { useText } from '../../ui/text/use-text.ts'
import { EquitiesPart } from './EquitiesPart.tsx'
import { HolidaysPart } from './HolidaysPart.tsx'
import { HoursPart } from './HoursPart.tsx'
import { VenuePart } from './VenuePart.tsx'
import './reference.css'

const parts = { equities: EquitiesPart, holidays: HolidaysPart, hours: HoursPart, venue: VenuePart } as const
type Part = keyof typeof parts

const isPart = (name: string | null): name is Part => name !== null && Object.hasOwn(parts, name)

/** Securities, holidays, hours and venue settings (docs/decisions/0159-console-reference-and-audit.md). */
export function ReferencePage() {
  const text = useText()
  const [search, setSearch] = useSearchParams()
  const requested = search.get('part')
  const part = isPart(requested) ? requested : 'equities'
  const Part = parts[part]
  return (
    <>
      <Tabs
        className="reference-parts"
        label={text('operations.reference.parts')}
        idPrefix="reference"
        controls="reference-part"
        tabs={(Object.keys(parts) as Part[]).map((tab) => ({
          tab,
          label: text(`operations.reference.${tab}`),
        }))}
        chosen={part}
        onChoose={(tab) => setSearch({ part: tab }, { replace: true })}
      />
      <div
        id="reference-part"
        className="reference-part"
        role="tabpanel"
        aria-labelledby={`reference-${part}`}
      >
        <Part />
      </div>
    </>
  )
}
