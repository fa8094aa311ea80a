import type { Answer } from '@aitai/engine/model/locate.ts'
import { useEffect, useState } from 'react'
import { intervals } from '../../shared/intervals.ts'
import { useAppDispatch } from '../../shared/store/store.ts'
import { useInertAfter } from '../../ui/browser/use-inert-after.ts'
import { useSettled } from '../../ui/browser/use-settled.ts'
import { type ChosenEntry, chosenNow, type LocateEntry } from '../locate-list.ts'
import { blotterWindowClosed, outcomeSeen } from '../locates-slice.ts'
import { useFrame } from '../use-frame.ts'
import { useSendAnswer } from '../use-locate-answer.ts'
import { useReturnedSelection } from '../use-returned-selection.ts'
import { questionsBetween } from './blotter-rows.ts'
import { isOwnWindow } from './OwnWindow.tsx'

export interface Blotter {
  /** The row that A and D answer while none is chosen. */
  readonly shown: LocateEntry | null
  /** Whether it took the place of another one without the user's doing. */
  readonly isTakeover: boolean
  /** Whether A and D do nothing yet, because they may be meant for another row. */
  readonly isInert: boolean
  /** The open locates that A and D answer together. */
  readonly chosen: readonly string[]
  acceptTakeover(): void
  goTo(row: LocateEntry): void
  /** Adds an open locate to the chosen ones or takes it out. */
  toggle(row: LocateEntry): void
  /** Goes to a row and chooses all questions from the row where choosing began. */
  extendTo(row: LocateEntry): void
  chooseAll(): void
  chooseNone(): void
  answer(answer: Answer): void
  answerRow(row: LocateEntry, answer: Answer): void
}

/**
 * The current row and the chosen ones. The current row follows the rules of the popup's frame: a question stays until
 * it is answered or lapses, then the next one takes its place and is inert for a moment.
 * @param hasFocus whether the table has the focus, so that an outcome in the current row is seen
 */
export function useBlotter(rows: readonly LocateEntry[], hasFocus: boolean): Blotter {
  const [byHand, setByHand] = useState<ChosenEntry | null>(null)
  const { shown, isTakeover, accept } = useFrame(rows, byHand)
  const isInert = useInertAfter(
    shown?.id ?? null,
    isTakeover ? intervals.takeoverInert : intervals.popupInert,
  )
  const send = useSendAnswer()
  const { chosen, from, choose } = useChosen(rows)
  useSeen(shown, hasFocus)

  const goTo = (row: LocateEntry): void => setByHand(chosenNow(row, rows))
  useReturnedSelection(({ currentId, chosen: ids }) => {
    const current = rows.find(({ id }) => id === currentId)
    if (current) goTo(current)
    choose(ids, currentId)
  })
  useHandover(shown?.id ?? null, chosen)
  const sendAll = (ids: readonly string[], answer: Answer): void => {
    for (const { id, locate } of rows) if (ids.includes(id)) void send(locate, answer)
  }
  return {
    shown,
    isTakeover,
    isInert,
    chosen,
    acceptTakeover: accept,
    goTo,
    toggle: (row) => {
      goTo(row)
      choose(chosen.includes(row.id) ? chosen.filter((id) => id !== row.id) : [...chosen, row.id], row.id)
    },
    extendTo: (row) => {
      const start = chosen.length > 0 && from !== null ? from : (shown?.id ?? row.id)
      goTo(row)
      choose(questionsBetween(rows, start, row.id), start)
    },
    chooseAll: () =>
      choose(
        rows.map(({ id }) => id),
        shown?.id ?? null,
      ),
    chooseNone: () => choose([], null),
    answer: (answer) => {
      if (chosen.length > 0) {
        sendAll(chosen, answer)
        choose([], null)
      } else if (shown?.phase === 'question' && !isInert) sendAll([shown.id], answer)
    },
    answerRow: ({ id }, answer) => {
      sendAll([id], answer)
      choose(
        chosen.filter((other) => other !== id),
        null,
      )
    },
  }
}

/** The chosen questions: of those that have been there for long enough to be seen. */
function useChosen(rows: readonly LocateEntry[]) {
  const [state, setState] = useState<{ readonly ids: readonly string[]; readonly from: string | null }>({
    ids: [],
    from: null,
  })
  const questions = rows.filter(({ phase }) => phase === 'question').map(({ id }) => id)
  const settled = useSettled(questions, intervals.popupInert)
  return {
    chosen: state.ids.filter((id) => questions.includes(id)),
    from: state.from,
    choose: (ids: readonly string[], from: string | null): void =>
      setState({ ids: ids.filter((id) => settled.includes(id)), from }),
  }
}

/** Tells the other windows what was selected here when this window closes, if it is the table's own. */
function useHandover(currentId: string | null, chosen: readonly string[]): void {
  const dispatch = useAppDispatch()
  useEffect(() => {
    if (!isOwnWindow()) return
    const leave = (): void => void dispatch(blotterWindowClosed({ currentId, chosen }))
    // Not on pagehide: the browser delivers nothing that a page says so late.
    addEventListener('beforeunload', leave)
    return () => removeEventListener('beforeunload', leave)
  })
}

/** An outcome is seen once it has been in the current row for a moment while the table has the focus. */
function useSeen(shown: LocateEntry | null, hasFocus: boolean): void {
  const dispatch = useAppDispatch()
  const id = hasFocus && shown?.phase === 'outcome' && shown.isNew ? shown.id : null
  useEffect(() => {
    if (id === null) return
    const timer = setTimeout(() => dispatch(outcomeSeen(id)), intervals.popupInert)
    return () => clearTimeout(timer)
  }, [dispatch, id])
}
