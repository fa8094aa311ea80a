import { HelpIcon } from '@salt-ds/icons'
import { useEffect, useState } from 'react'
import { useAppSelector } from '../shared/store/store.ts'
import { isComposing } from '../ui/browser/browser-hooks.ts'
import { Button } from '../ui/controls/Button.tsx'
import { IconButton } from '../ui/controls/IconButton.tsx'
import { Tabs } from '../ui/controls/Tabs.tsx'
import { Kbd } from '../ui/labels/Kbd.tsx'
import { Popup } from '../ui/popups/Popup.tsx'
import { type GlossaryKey, useText } from '../ui/text/use-text.ts'
import { shortcutGroups } from './keyboard-shortcuts.ts'
import './help.css'

/** The keys, and the words of the desk: by its button or by `?` from anywhere but a field. */
export function HelpButton() {
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
      <Tabs
        className="help-tabs"
        label={text('keys.title')}
        idPrefix="help"
        controls="help-page"
        tabs={pages.map((tab) => ({ tab, label: text(pageTitles[tab]) }))}
        chosen={page}
        onChoose={setPage}
      />
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: reached by Tab, to be scrolled by keyboard */}
      <div id="help-page" role="tabpanel" tabIndex={0} aria-labelledby={`help-${page}`} className="help-page">
        {page === 'keys' ? <KeyList singleKeysAreOn={singleKeysAreOn} /> : <WordList />}
      </div>
    </Popup>
  )
}

const pageTitles = { keys: 'keys.tab', words: 'term.title' } as const

function KeyList({ singleKeysAreOn }: { singleKeysAreOn: boolean }) {
  const text = useText()
  return (
    <>
      <div className="key-groups">
        {shortcutGroups(singleKeysAreOn ? 'F8' : 'Shift+F8', singleKeysAreOn).map(({ title, lines }) => (
          <section key={title}>
            <h3>{text(title)}</h3>
            <dl>
              {lines.map(({ keys, does }) => (
                <div key={does}>
                  <dt>
                    {keys.map((key) => (
                      <Kbd key={key}>{key}</Kbd>
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
      {glossaryTerms.map((word) => (
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
      if (event.key !== '?' || isComposing(event)) return
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

/** The terms of the desk in the order in which a trader encounters them. */
const glossaryTerms: readonly GlossaryKey[] = [
  'ioi',
  'contra',
  'located',
  'connection',
  'mid',
  'lot',
  'minimum',
  'residual',
  'duration',
  'transactionType',
  'contraType',
  'rating',
  'hurdle',
  'decay',
  'advertising',
  'knockout',
  'indexRelative',
  'path',
]
