import { HelpIcon } from '@salt-ds/icons'
import { type KeyboardEvent as ReactKeyboardEvent, useEffect, useState } from 'react'
import { useAppSelector } from '../store.ts'
import { Button } from '../ui/Button.tsx'
import { IconButton } from '../ui/IconButton.tsx'
import { Keys } from '../ui/Keys.tsx'
import { Popup } from '../ui/Popup.tsx'
import { isComposing } from '../ui/system.ts'
import { useText } from '../ui/text.ts'
import { keyGroups } from './keys.ts'
import { words } from './words.ts'
import './keys-help.css'

/** The keys, and the words of the desk: by its button or by `?` from anywhere but a field (quality U12). */
export function KeysHelp() {
  const text = useText()
  const [isOpen, setIsOpen] = useState(false)
  const singleKeysAreOn = useAppSelector((state) => state.settings.singleKeys) === 'on'
  useQuestionMark(singleKeysAreOn, () => setIsOpen(true))
  return (
    <>
      <IconButton label={text('keys.title')} onClick={() => setIsOpen(true)}>
        <HelpIcon aria-hidden />
      </IconButton>
      {isOpen && <Help singleKeysAreOn={singleKeysAreOn} onClose={() => setIsOpen(false)} />}
    </>
  )
}

type Page = 'keys' | 'words'
const pages: readonly Page[] = ['keys', 'words']

function Help({ singleKeysAreOn, onClose }: { singleKeysAreOn: boolean; onClose: () => void }) {
  const text = useText()
  const [page, setPage] = useState<Page>('keys')
  return (
    <Popup
      title={text('keys.title')}
      size="large"
      onClose={onClose}
      actions={<Button onClick={onClose}>{text('common.close')}</Button>}
    >
      <Pages page={page} onTurn={setPage} />
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: reached by Tab, to be scrolled by keyboard */}
      <div id="help-page" role="tabpanel" tabIndex={0} aria-labelledby={`help-${page}`} className="help-page">
        {page === 'keys' ? <KeyList singleKeysAreOn={singleKeysAreOn} /> : <WordList />}
      </div>
    </Popup>
  )
}

const pageTitles = { keys: 'keys.tab', words: 'term.title' } as const

/** The arrow keys go from one to the other. */
function Pages({ page, onTurn }: { page: Page; onTurn: (page: Page) => void }) {
  const text = useText()
  const press = (event: ReactKeyboardEvent): void => {
    const other = pages.find((each) => each !== page)
    if (isComposing(event) || (event.key !== 'ArrowLeft' && event.key !== 'ArrowRight') || !other) return
    onTurn(other)
    document.getElementById(`help-${other}`)?.focus()
  }
  return (
    <div className="help-tabs" role="tablist" aria-label={text('keys.title')} onKeyDown={press}>
      {pages.map((each) => (
        <button
          key={each}
          id={`help-${each}`}
          type="button"
          role="tab"
          aria-selected={each === page}
          aria-controls="help-page"
          tabIndex={each === page ? 0 : -1}
          onClick={() => onTurn(each)}
        >
          {text(pageTitles[each])}
        </button>
      ))}
    </div>
  )
}

function KeyList({ singleKeysAreOn }: { singleKeysAreOn: boolean }) {
  const text = useText()
  return (
    <>
      <div className="key-groups">
        {keyGroups(singleKeysAreOn ? 'F8' : 'Shift+F8', singleKeysAreOn).map(({ title, lines }) => (
          <section key={title}>
            <h3>{text(title)}</h3>
            <dl>
              {lines.map(({ keys, does }) => (
                <div key={does}>
                  <dt>
                    {keys.map((key) => (
                      <Keys key={key}>{key}</Keys>
                    ))}
                  </dt>
                  <dd>{text(does)}</dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
      <p className="key-note">{text(singleKeysAreOn ? 'keys.note.on' : 'keys.note.off')}</p>
    </>
  )
}

function WordList() {
  const text = useText()
  return (
    <dl className="help-words">
      {words.map((word) => (
        <div key={word}>
          <dt>{text(`term.${word}`)}</dt>
          <dd>{text(`term.means.${word}`)}</dd>
        </div>
      ))}
    </dl>
  )
}

const fields = 'input:not([type=radio], [type=checkbox], [type=range]), textarea, select, [contenteditable]'

function useQuestionMark(isOn: boolean, onPress: () => void): void {
  useEffect(() => {
    if (!isOn) return
    const press = (event: KeyboardEvent): void => {
      if (event.key !== '?' || event.isComposing || event.keyCode === 229) return
      if (event.ctrlKey || event.altKey || event.metaKey) return
      if (event.target instanceof HTMLElement && event.target.matches(fields)) return
      if (document.querySelector('[aria-modal=true]')) return
      event.preventDefault()
      onPress()
    }
    addEventListener('keydown', press)
    return () => removeEventListener('keydown', press)
  })
}
