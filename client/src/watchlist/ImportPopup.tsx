import { maxWatchlistLength, watchlistGroups } from '@aitai/contract/codes.ts'
import type { Watchlist } from '@aitai/contract/schemas/preferences.ts'
import type { Equity } from '@aitai/contract/schemas/reference.ts'
import { type KeyboardEvent, type ReactNode, useDeferredValue, useId, useMemo, useRef, useState } from 'react'
import { isComposing } from '../ui/browser/browser-hooks.ts'
import { Button } from '../ui/controls/Button.tsx'
import { Field } from '../ui/controls/Field.tsx'
import { equityNameIn } from '../ui/format/equity-name.ts'
import { formatNumber } from '../ui/format/format.ts'
import { Popup } from '../ui/popups/Popup.tsx'
import { useLanguage, useText } from '../ui/text/use-text.ts'
import { useNameFaultText } from './groups/GroupNamePopup.tsx'
import { GroupSelect, type TargetGroup } from './groups/GroupSelect.tsx'
import { type GroupName, nameFault, securitiesOf } from './groups/watchlist-order.ts'
import { type ImportPlan, planImport } from './plan-import.ts'

interface Props {
  equities: ReadonlyMap<string, Equity>
  /** What is watched already. */
  list: Watchlist
  /** What was pasted before the popup opened. */
  initial: string
  initialGroup: GroupName
  /** `isMoved`: those that are in the watchlist already are among them, and move to the group. */
  onAdd: (securities: readonly Equity[], group: GroupName, isMoved: boolean) => void
  onClose: () => void
}

/** Adds many securities to the watchlist: any text with codes, and before they are added what will be. */
export function ImportPopup({ equities, list, initial, initialGroup, onAdd, onClose }: Props) {
  const text = useText()
  const faultText = useNameFaultText()
  const fieldId = useId()
  const hintId = useId()
  // Named, because a long preview scrolls, and what scrolls takes the focus.
  const field = useRef<HTMLTextAreaElement>(null)
  const [typed, setTyped] = useState(initial)
  const [group, setGroup] = useState<TargetGroup>(initialGroup)
  const [name, setName] = useState('')
  const [isMoving, setMoving] = useState(false)
  const deferred = useDeferredValue(typed)
  const plan = useMemo(() => planImport(deferred, equities, list, group), [deferred, equities, list, group])
  const { added, elsewhere } = plan
  const fault = group === undefined ? nameFault(list, name, null) : null
  const count = added.length + (isMoving ? elsewhere.length : 0)
  const refusal = count === 0 ? text('watchlist.import.nothing') : faultText(fault)
  const add = (): void => {
    // What was typed last, which may not be shown yet.
    const newest = planImport(typed, equities, list, group)
    const chosen = new Set([...newest.added, ...(isMoving ? newest.elsewhere : [])])
    const securities = newest.securities.filter((security) => chosen.has(security))
    if (securities.length > 0 && !fault) onAdd(securities, group === undefined ? name : group, isMoving)
  }
  const addByKey = (event: KeyboardEvent): void => {
    if (isComposing(event) || event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
    event.preventDefault()
    add()
  }
  return (
    <Popup
      title={text('watchlist.import.title')}
      size="medium"
      initialFocus={field}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{text('watchlist.import.cancel')}</Button>
          <Button kind="primary" dimmedBecause={refusal} onClick={add}>
            {text('watchlist.import.add', { count: formatNumber(count) })}
          </Button>
        </>
      }
    >
      <div className="watchlist-import">
        <label htmlFor={fieldId}>{text('watchlist.import.field')}</label>
        <textarea
          ref={field}
          id={fieldId}
          rows={5}
          spellCheck={false}
          aria-describedby={hintId}
          value={typed}
          onChange={({ target }) => setTyped(target.value)}
          onKeyDown={addByKey}
        />
        <p id={hintId} className="desk-card-note">
          {text('watchlist.import.hint', {
            room: formatNumber(Math.max(0, maxWatchlistLength - securitiesOf(list).length)),
            most: maxWatchlistLength,
          })}
        </p>
        <div className="watchlist-import-group">
          <GroupSelect
            {...{ list }}
            label={text('watchlist.import.group')}
            value={group}
            hasNew
            onChange={setGroup}
          />
          {group === undefined && (
            <Field
              label={text('watchlist.group.name')}
              value={name}
              maxLength={watchlistGroups.longestName}
              autoComplete="off"
              error={fault && fault !== 'empty' ? faultText(fault) : null}
              onChange={({ target }) => setName(target.value)}
              onKeyDown={addByKey}
            />
          )}
        </div>
        {elsewhere.length > 0 && group !== null && (
          <label>
            <input type="checkbox" checked={isMoving} onChange={({ target }) => setMoving(target.checked)} />{' '}
            {text('watchlist.import.move', { count: formatNumber(elsewhere.length) })}
          </label>
        )}
        <Preview plan={plan} isEmpty={deferred.trim() === ''} />
      </div>
    </Popup>
  )
}

/** What of a text would be added, and what not. */
function Preview({ plan, isEmpty }: { plan: ImportPlan; isEmpty: boolean }) {
  const text = useText()
  const { added, present, withoutRoom, unknown } = plan
  return (
    <>
      <p role="status" className="watchlist-import-counts">
        {!isEmpty &&
          text('watchlist.import.counts', {
            added: formatNumber(added.length),
            present: formatNumber(present.length),
            unknown: formatNumber(unknown.length),
          })}
      </p>
      {unknown.length > 0 && (
        <Part title={text('watchlist.import.unknown')} tone="bad">
          {unknown.map((each) => (
            <li key={each}>{each}</li>
          ))}
        </Part>
      )}
      <Securities title={text('watchlist.import.noRoom')} tone="bad" equities={withoutRoom} />
      <Securities title={text('watchlist.import.added')} equities={added} />
      <Securities title={text('watchlist.import.present')} equities={present} />
    </>
  )
}

interface PartProps {
  title: string
  tone?: 'bad'
}

function Securities({ equities, ...part }: PartProps & { equities: readonly Equity[] }) {
  const language = useLanguage()
  if (equities.length === 0) return null
  return (
    <Part {...part}>
      {equities.map((equity) => (
        <li key={equity.equityId}>
          <b>{equity.ric}</b> {equityNameIn(language, equity)}
        </li>
      ))}
    </Part>
  )
}

function Part({ title, tone, children }: PartProps & { children: ReactNode }) {
  const titleId = useId()
  return (
    <section data-tone={tone} aria-labelledby={titleId}>
      <h3 id={titleId}>{title}</h3>
      <ul>{children}</ul>
    </section>
  )
}
