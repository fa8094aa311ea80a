import type { Advert } from '@aitai/contract/adverts.ts'
import type { Equity } from '@aitai/contract/reference.ts'
import { isTerminal } from '@aitai/engine/advert.ts'
import { type ReactNode, useCallback, useEffect, useRef, useState } from 'react'
import { useCreateAdvertMutation, useGetEquitiesQuery } from '../api.ts'
import { useAppDispatch, useAppSelector } from '../store.ts'
import { formatTime } from '../ui/format.ts'
import { Keys } from '../ui/Keys.tsx'
import { useText } from '../ui/text.ts'
import { ActionBar } from './ActionBar.tsx'
import { AdvertDesk } from './AdvertDesk.tsx'
import { AdvertList } from './AdvertList.tsx'
import { advertSelected, editsOf } from './desk.ts'
import { SearchBar } from './SearchBar.tsx'
import { StatusBanner } from './StatusBanner.tsx'
import { useAdverts, useEquities } from './use-desk.ts'
import './adverts-home.css'

interface Props {
  /** Whether the market of a security is open, for the banner. */
  marketIndicator: (securityId: string | null) => ReactNode
  /** Mid, moves and limits, for the editor's head. */
  marketLine: (equity: Equity) => ReactNode
}

/**
 * The trader home: search, the adverts of the day, the one in hand and what can be done with it
 * (specification 2).
 */
export function AdvertsHome({ marketIndicator, marketLine }: Props) {
  const text = useText()
  const dispatch = useAppDispatch()
  const equities = useEquities()
  const { data: equityList } = useGetEquitiesQuery()
  const { list, adverts, selected } = useAdverts()
  const edits = useAppSelector(editsOf)
  const search = useSearchKeys()
  const [toQuantity, setToQuantity] = useState(false)
  const arrived = useCallback(() => setToQuantity(false), [])
  const choose = useChoice(adverts, list.refetch, () => setToQuantity(true))
  useLeavingAsks(
    Object.keys(edits).some((id) => adverts.some((advert) => advert.id === id && isUnsaved(advert))),
  )

  const equity = selected ? equities.get(selected.securityId) : undefined
  const isMinimal = list.isSuccess && adverts.length === 0
  const searchBar = (
    <SearchBar
      inputRef={search}
      taken={new Set(adverts.filter((advert) => !isTerminal(advert)).map(({ securityId }) => securityId))}
      onChoose={(chosen) => void choose(chosen)}
    />
  )
  return (
    <div className="adverts-home" data-state={isMinimal ? 'minimal' : 'basic'}>
      <h1 className="only-heard">{text('advert.desk')}</h1>
      <StatusBanner advert={selected} equity={equity}>
        {marketIndicator(selected?.securityId ?? equityList?.[0]?.equityId ?? null)}
      </StatusBanner>
      {isMinimal ? (
        <Minimal>{searchBar}</Minimal>
      ) : (
        <>
          <div className="desk-side">
            {searchBar}
            {list.isError && (
              <p className="desk-stale" role="status">
                {text('advert.list.stale', { time: formatTime(list.fulfilledTimeStamp ?? Date.now()) })}
              </p>
            )}
            <AdvertList
              adverts={adverts}
              equities={equities}
              selected={selected}
              edited={
                new Set(
                  adverts
                    .filter(isUnsaved)
                    .map(({ id }) => id)
                    .filter((id) => edits[id]),
                )
              }
              onSelect={(advert) => dispatch(advertSelected(advert.id))}
              onOpen={() => setToQuantity(true)}
            />
          </div>
          {selected && equity ? (
            <AdvertDesk
              key={selected.id}
              advert={selected}
              equity={equity}
              toQuantity={toQuantity}
              onArrived={arrived}
              others={adverts.filter(({ id }) => id !== selected.id)}
            >
              {marketLine(equity)}
            </AdvertDesk>
          ) : (
            <>
              <div className="desk-editor">{list.isSuccess && <p>{text('advert.editor.empty')}</p>}</div>
              <ActionBar advert={null} equity={undefined} isModified={false} formId="" />
            </>
          )}
        </>
      )}
    </div>
  )
}

/** A draft's terms are nowhere else yet; a sent advert's changes are not sent. Both would be lost. */
const isUnsaved = (advert: Advert): boolean => advert.advertisementStatus !== 'COMPLETED'

/**
 * Choosing a security goes to the advert that is open on it, else drafts one; then the cursor goes to the
 * quantity.
 */
function useChoice(adverts: readonly Advert[], refetch: () => unknown, toQuantity: () => void) {
  const dispatch = useAppDispatch()
  const [createAdvert] = useCreateAdvertMutation()
  return async ({ equityId }: Equity): Promise<void> => {
    const open = adverts.find((advert) => advert.securityId === equityId && !isTerminal(advert))
    const result = open ? { data: open } : await createAdvert({ securityId: equityId })
    // A refusal meets the error popup: a colleague may have the firm's one place on the security.
    if (!result.data) return
    if (!open) await refetch()
    dispatch(advertSelected(result.data.id))
    toQuantity()
  }
}

/** `/` or Ctrl+K goes to the search from anywhere; `/` not from a field, where it is a character. */
function useSearchKeys() {
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => {
    const press = (event: KeyboardEvent): void => {
      if (event.isComposing || event.keyCode === 229) return
      const { target } = event
      const isTyping =
        target instanceof HTMLElement &&
        target.matches('input:not([type]), input[type=text], textarea, select')
      const asked =
        event.key === '/' ? !isTyping : event.key.toLowerCase() === 'k' && (event.ctrlKey || event.metaKey)
      if (!asked || document.querySelector('[aria-modal=true]')) return
      event.preventDefault()
      input.current?.focus()
    }
    addEventListener('keydown', press)
    return () => removeEventListener('keydown', press)
  }, [])
  return input
}

/** Closing or leaving the page with changes that are not sent asks first. */
function useLeavingAsks(hasEdits: boolean): void {
  useEffect(() => {
    if (!hasEdits) return
    const ask = (event: BeforeUnloadEvent): void => event.preventDefault()
    addEventListener('beforeunload', ask)
    return () => removeEventListener('beforeunload', ask)
  }, [hasEdits])
}

/** No adverts yet: the search, one sentence, one hint of the keyboard. */
function Minimal({ children }: { children: ReactNode }) {
  const text = useText()
  return (
    <div className="desk-minimal">
      <div className="desk-minimal-search">{children}</div>
      <p className="desk-minimal-sentence">{text('advert.minimal.sentence')}</p>
      <p className="desk-minimal-keys" aria-hidden>
        <Keys>/</Keys> {text('advert.minimal.search')}
        <Keys>↑</Keys> <Keys>↓</Keys> {text('advert.minimal.choose')}
        <Keys>Enter</Keys> {text('advert.minimal.select')}
      </p>
    </div>
  )
}
