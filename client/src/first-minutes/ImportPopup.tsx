import { maxWatchlistLength } from '@aitai/contract/codes.ts'
import type { Equity } from '@aitai/contract/schemas/reference.ts'
import { type ReactNode, useDeferredValue, useId, useMemo, useRef, useState } from 'react'
import { isComposing } from '../ui/browser/browser-hooks.ts'
import { Button } from '../ui/controls/Button.tsx'
import { equityNameIn } from '../ui/format/equity-name.ts'
import { formatNumber } from '../ui/format/format.ts'
import { Popup } from '../ui/popups/Popup.tsx'
import { useLanguage, useText } from '../ui/text/use-text.ts'
import { planImport } from './plan-import.ts'

interface Props {
  equities: ReadonlyMap<string, Equity>
  /** What is watched already. */
  securityIds: readonly string[]
  /** What was pasted before the popup opened. */
  initial: string
  onAdd: (added: readonly Equity[]) => void
  onClose: () => void
}

/** Adds many securities to the watchlist: any text with codes, and before they are added what will be. */
export function ImportPopup({ equities, securityIds, initial, onAdd, onClose }: Props) {
  const text = useText()
  const fieldId = useId()
  const hintId = useId()
  // Named, because a long preview scrolls, and what scrolls takes the focus.
  const field = useRef<HTMLTextAreaElement>(null)
  const [typed, setTyped] = useState(initial)
  const deferred = useDeferredValue(typed)
  const plan = useMemo(() => planImport(deferred, equities, securityIds), [deferred, equities, securityIds])
  const { added, present, withoutRoom, unknown } = plan
  const add = (): void => {
    // What was typed last, which may not be shown yet.
    const newest = planImport(typed, equities, securityIds)
    if (newest.added.length > 0) onAdd(newest.added)
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
          <Button
            kind="primary"
            dimmedBecause={added.length === 0 ? text('watchlist.import.nothing') : null}
            onClick={add}
          >
            {text('watchlist.import.add', { count: formatNumber(added.length) })}
          </Button>
        </>
      }
    >
      <div className="first-import">
        <label htmlFor={fieldId}>{text('watchlist.import.field')}</label>
        <textarea
          ref={field}
          id={fieldId}
          rows={5}
          spellCheck={false}
          aria-describedby={hintId}
          value={typed}
          onChange={({ target }) => setTyped(target.value)}
          onKeyDown={(event) => {
            if (isComposing(event) || event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
            event.preventDefault()
            add()
          }}
        />
        <p id={hintId} className="first-note">
          {text('watchlist.import.hint', {
            room: formatNumber(Math.max(0, maxWatchlistLength - securityIds.length)),
            most: maxWatchlistLength,
          })}
        </p>
        <p role="status" className="first-import-counts">
          {deferred.trim() !== '' &&
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
      </div>
    </Popup>
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
