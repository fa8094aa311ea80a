import type {
  HoursChange,
  HoursRequest,
  OperationsHours,
} from '@aitai/contract/schemas/console/reference-data.ts'
import { type FormEvent, useState } from 'react'
import {
  useOperationsHoursQuery,
  useSetTradingHoursMutation,
} from '../../shared/api/console-compliance-api.ts'
import { type CallFailure, isCallFailure } from '../../shared/api/failure.ts'
import { polledEvery } from '../../shared/api/stale-since.ts'
import { intervals } from '../../shared/intervals.ts'
import { useTemporaryValue } from '../../ui/browser/use-temporary-value.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { Field } from '../../ui/controls/Field.tsx'
import { Select } from '../../ui/controls/Select.tsx'
import { useText } from '../../ui/text/use-text.ts'
import { ActionPopup } from '../ActionPopup.tsx'
import { ConsolePart } from '../ConsolePart.tsx'
import { Polled } from '../Polled.tsx'
import { useHasGrant } from '../use-grants.ts'
import { HoursChanges } from './HoursChanges.tsx'
import { hourLists, hourListText } from './hour-lists.ts'
import { hoursFromTokyo, hoursInTokyo } from './hours-in-tokyo.ts'
import { OnlyOperations } from './OnlyOperations.tsx'
import { CommandFailure, Remarks } from './Remarks.tsx'

/** The hours of each exchange in Tokyo, and their change. */
export function HoursPart() {
  const text = useText()
  const query = useOperationsHoursQuery(undefined, polledEvery(intervals.operationsPoll))
  return (
    <Polled query={query} label={text('operations.page.reference')}>
      {(data) => <Hours data={data} />}
    </Polled>
  )
}

function Hours({ data }: { data: OperationsHours }) {
  const text = useText()
  const mayChange = useHasGrant('operations')
  return (
    <>
      <ConsolePart title={text('operations.hours.now')}>
        <Remarks kind="warnings" remarks={data.warnings} />
        <table className="console-table">
          <thead>
            <tr>
              <th scope="col">{text('operations.hours.exchange')}</th>
              {hourLists.map((list) => (
                <th key={list} scope="col">
                  {text(hourListText[list])}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {data.exchanges.map(({ exchange, hours }) => (
              <tr key={exchange}>
                <th scope="row">{text(`exchange.${exchange}`)}</th>
                {hourLists.map((list) => (
                  <td key={list} className="console-hours">
                    {hoursInTokyo(hours[list]) ?? text('operations.hours.none')}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </ConsolePart>
      {mayChange ? (
        <HoursForm exchanges={data.exchanges.map(({ exchange }) => exchange)} />
      ) : (
        <OnlyOperations />
      )}
    </>
  )
}

type HourList = (typeof hourLists)[number]
type TypedHours = Readonly<Record<HourList, string>>
const nothingTyped: TypedHours = { platform: '', exchange: '', matching: '', afterHours: '' }

/** The hours that a user types: what they would change is fetched before they are applied. */
function useHoursChange() {
  const text = useText()
  const [of, setOf] = useState<HoursRequest['of']>('ALL')
  const [typed, setTyped] = useState(nothingTyped)
  const [preview, setPreview] = useState<HoursChange | null>(null)
  const [failure, setFailure] = useState<CallFailure | null>(null)
  const [done, setDone] = useTemporaryValue<string>(intervals.operationsDone)
  const [change, { isLoading }] = useSetTradingHoursMutation()

  const given = hourLists.filter((list) => typed[list].trim() !== '')
  const isWrong = (list: HourList): boolean =>
    typed[list].trim() !== '' && hoursFromTokyo(typed[list]) === null
  const missing =
    given.length === 0
      ? text('operations.hours.needsHours')
      : given.some(isWrong)
        ? text('operations.hours.wrong')
        : null
  const request: HoursRequest = {
    of,
    ...Object.fromEntries(given.map((list) => [list, hoursFromTokyo(typed[list]) ?? ''])),
  }
  const edit = (next: () => void): void => {
    next()
    // It was about what was typed before.
    setPreview(null)
    setFailure(null)
  }
  const show = async (event: FormEvent): Promise<void> => {
    event.preventDefault()
    if (missing !== null || isLoading) return
    const { data, error } = await change(request)
    setPreview(data ?? null)
    setFailure(isCallFailure(error) ? error : null)
  }
  const apply = async (reason: string): Promise<boolean> => {
    const { data, error } = await change({ ...request, yes: true, reason })
    if (data) {
      edit(() => setTyped(nothingTyped))
      setDone(text(data.applied ? 'operations.hours.done' : 'operations.hours.same'))
    } else setFailure(isCallFailure(error) ? error : null)
    return true
  }
  return {
    ...{ of, typed, preview, failure, done, isLoading, missing, isWrong, show, apply },
    setOf: (next: HoursRequest['of']): void => edit(() => setOf(next)),
    type: (list: HourList, hours: string): void => edit(() => setTyped({ ...typed, [list]: hours })),
  }
}

function HoursForm({ exchanges }: { exchanges: readonly Exclude<HoursRequest['of'], 'ALL'>[] }) {
  const text = useText()
  const { preview, failure, ...hours } = useHoursChange()
  const [isReviewing, setIsReviewing] = useState(false)
  return (
    <ConsolePart title={text('operations.hours.change')} done={hours.done ?? ''}>
      <form className="hours-form" onSubmit={(event) => void hours.show(event)}>
        <Select
          label={text('operations.hours.of')}
          value={hours.of}
          options={[
            { value: 'ALL', label: text('operations.hours.ALL') },
            ...exchanges.map((value) => ({ value, label: text(`exchange.${value}`) })),
          ]}
          onChange={hours.setOf}
        />
        {hourLists.map((list) => (
          <Field
            key={list}
            label={text(hourListText[list])}
            error={hours.isWrong(list) ? text('operations.hours.wrong') : null}
            value={hours.typed[list]}
            maxLength={100}
            autoComplete="off"
            spellCheck={false}
            onChange={({ target }) => hours.type(list, target.value)}
          />
        ))}
        <div className="hours-form-last">
          <p className="console-aside">{text('operations.hours.form')}</p>
          <Button type="submit" busy={hours.isLoading} dimmedBecause={hours.missing}>
            {text('operations.hours.show')}
          </Button>
        </div>
      </form>
      {failure && <CommandFailure failure={failure} />}
      {preview && <HoursPreview preview={preview} onNext={() => setIsReviewing(true)} />}
      {isReviewing && (
        <ActionPopup
          title={text('operations.hours.confirm')}
          means={[text('operations.hours.means')]}
          doLabel={text('operations.hours.do')}
          isDangerous
          send={hours.apply}
          onClose={() => setIsReviewing(false)}
        />
      )}
    </ConsolePart>
  )
}

/** What a change of the hours would change. */
function HoursPreview({ preview, onNext }: { preview: HoursChange; onNext: () => void }) {
  const text = useText()
  const isSame = preview.exchanges.every(({ changed }) => changed.length === 0)
  return (
    <div className="file-preview">
      <h3>{text('operations.hours.preview')}</h3>
      {isSame ? (
        <p className="console-empty">{text('operations.hours.same')}</p>
      ) : (
        <>
          <HoursChanges result={preview} />
          <div className="console-actions">
            <Button kind="primary" onClick={onNext}>
              {text('operations.hours.next')}
            </Button>
          </div>
        </>
      )}
    </div>
  )
}
