import type { Equity } from '@aitai/contract/schemas/reference.ts'
import { type RefObject, useId } from 'react'
import { Kbd } from '../../ui/labels/Kbd.tsx'
import { useText } from '../../ui/text/use-text.ts'
import { SearchMatch } from './SearchMatch.tsx'
import { type SecuritySearch, useSecuritySearch } from './use-search.ts'
import './search-bar.css'

interface Props {
  inputRef: RefObject<HTMLInputElement | null>
  /** Securities on which an advert is open: choosing one goes to it. */
  taken: ReadonlySet<string>
  onChoose: (equity: Equity) => void
}

/**
 * Finds a security as it is typed (specification 2): a combobox after the ARIA authoring practices, safe for
 * input methods.
 */
export function SearchBar({ inputRef, taken, onChoose }: Props) {
  const text = useText()
  const listId = useId()
  const search = useSecuritySearch(onChoose)
  const { shown, matches, active } = search
  return (
    <search
      className="search-bar"
      onBlur={(event) => !event.currentTarget.contains(event.relatedTarget) && search.close()}
    >
      <span aria-hidden className="search-glass" />
      <input
        ref={inputRef}
        role="combobox"
        aria-label={text('advert.search.label')}
        aria-expanded={shown}
        aria-controls={listId}
        aria-autocomplete="list"
        aria-activedescendant={shown && matches[active] ? `${listId}-${active}` : undefined}
        aria-keyshortcuts="/ Control+K"
        placeholder={text('advert.search.placeholder')}
        title={text('advert.search.key')}
        autoComplete="off"
        autoCapitalize="off"
        spellCheck={false}
        value={search.typed}
        onChange={(event) => search.type(event.target.value)}
        onFocus={search.open}
        onKeyDown={search.press}
      />
      {search.typed === '' && <Kbd>/</Kbd>}
      <Matches id={listId} search={search} taken={taken} />
      <span role="status" className="only-heard">
        {shown && matches.length > 0 ? text('advert.search.count', { count: matches.length }) : ''}
      </span>
    </search>
  )
}

/** Why nothing is listed: that no security matches is said only once they are here to be searched. */
function Nothing({ search: { typed, isLoading, isUnavailable } }: { search: SecuritySearch }) {
  const text = useText()
  if (isLoading) return text('advert.search.loading')
  return isUnavailable
    ? text('advert.search.unavailable')
    : text('advert.search.none', { typed: typed.trim() })
}

function Matches({ id, search, taken }: { id: string; search: SecuritySearch; taken: ReadonlySet<string> }) {
  const text = useText()
  const { shown, matches, active } = search
  return (
    <div className="search-popout" hidden={!shown}>
      <div id={id} role="listbox" aria-label={text('advert.search.label')}>
        {shown &&
          matches.map((equity, i) => (
            <SearchMatch
              key={equity.equityId}
              id={`${id}-${i}`}
              equity={equity}
              active={i === active}
              taken={taken.has(equity.equityId)}
              onPoint={() => search.point(i)}
              onChoose={() => search.choose(equity)}
            />
          ))}
      </div>
      {matches.length === 0 && (
        <p className="search-none">
          <Nothing search={search} />
        </p>
      )}
    </div>
  )
}
