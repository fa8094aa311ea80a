import { useContext } from 'react'
import { Button } from '../../ui/Button.tsx'
import { partsOf } from '../../ui/equity-name.ts'
import { Keys } from '../../ui/Keys.tsx'
import { useText } from '../../ui/text.ts'
import { sendingAction } from '../advert-status.ts'
import { DeskActions } from '../desk-actions.ts'
import { appliesTo, type BulkAction, pauseOrResume, whyNotBulk } from './bulk.ts'
import { HistoryButton } from './HistoryButton.tsx'
import type { BulkHand } from './use-bulk.ts'
import type { Table } from './use-table.ts'
import '../action-bar.css'

interface Props {
  table: Table
  bulk: BulkHand
  /** How the last copying went, and of how many rows. */
  note: 'none' | 'copied' | 'failed'
  copiedRows: number
}

/** The footer: how many rows and which rics are selected, and the three actions for all of them. */
export function HistoryActions({ table, bulk, note, copiedRows }: Props) {
  const text = useText()
  const selected = table.selected
  const { said } = bulk
  const heard =
    note === 'copied'
      ? text('history.copied', { count: copiedRows })
      : note === 'failed'
        ? text('common.copyFailed')
        : said
          ? text('history.result.all', said)
          : ''
  return (
    <footer className="action-bar history-actions">
      <div className="action-more">
        {useContext(DeskActions)}
        <HistoryButton isHistory />
      </div>
      <p className="history-selected" aria-live="polite">
        {useSelectionText(table)}
      </p>
      <span className="history-said" role="status">
        {heard}
      </span>
      <p className="action-keys" aria-hidden>
        <Keys>Space</Keys> {text('history.keys.select')}
        <Keys>Shift</Keys> {text('history.keys.range')}
        <Keys>Enter</Keys> {text('history.keys.open')}
      </p>
      <div className="action-buttons">
        <ActionButton action="cancel" {...{ table, bulk, selected }} />
        <ActionButton action={pauseOrResume(selected)} {...{ table, bulk, selected }} />
        <ActionButton action="send" {...{ table, bulk, selected }} />
      </div>
    </footer>
  )
}

/** Rics that fit beside the buttons. */
const fewRics = 6

function useSelectionText({ selected, all, reader }: Table): string {
  const text = useText()
  const rics = selected.map(
    ({ securityId, securityName }) => reader.equities.get(securityId)?.ric ?? partsOf(securityName).ric,
  )
  const count = rics.length
  if (count === 0) return `${text('history.count', { count: all.length })} · ${text('history.selected.none')}`
  const shown = rics.slice(0, fewRics).join(text('advert.review.listSeparator'))
  return count > fewRics
    ? text('history.selected.more', { count, rics: shown, more: count - fewRics })
    : text('history.selected', { count, rics: shown })
}

interface ActionProps {
  action: BulkAction
  table: Table
  bulk: Pick<BulkHand, 'start'>
  selected: Table['selected']
}

/** One action for the selection; it carries how many it is for, or why it is for none. */
export function ActionButton({ action, table, bulk, selected }: ActionProps) {
  const text = useText()
  const reason = whyNotBulk(action, selected)
  return (
    <Button
      kind={action === 'send' ? 'primary' : 'normal'}
      dimmedBecause={reason && text(reason)}
      onClick={() => bulk.start(action, table.inOrder(selected))}
    >
      {useActionLabel(action, appliesTo(action, selected))}
    </Button>
  )
}

function useActionLabel(action: BulkAction, adverts: Table['selected']): string {
  const text = useText()
  const count = adverts.length
  if (action !== 'send')
    return count > 0 ? text(`history.action.${action}`, { count }) : text(`advert.action.${action}`)
  const submits = adverts.filter((advert) => sendingAction(advert) === 'submit').length
  const modifies = count - submits
  if (count === 0) return text('history.action.send')
  if (modifies === 0) return text('history.action.submit', { count })
  return submits === 0
    ? text('history.action.modify', { count })
    : text('history.action.both', { submits, modifies })
}
