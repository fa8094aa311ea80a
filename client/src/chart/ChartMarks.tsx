import { memo } from 'react'
import { formatHourMinuteWithZone } from '../ui/format/format.ts'
import { useLanguage, useText } from '../ui/text/use-text.ts'
import { type AdvertMark, type MarkKind, markSize, stackedMarks } from './advert-marks.ts'
import type { PlotFrame } from './plot/plot-content.ts'
import type { TimeAxis } from './time-axis.ts'

/** No triangles that point up or down: those are buy and sell. */
const markSymbols: Readonly<Record<MarkKind, string>> = {
  sent: '●',
  changed: '○',
  triggered: '◇',
  waiting: '◌',
  paused: '‖',
  resumed: '▷',
  located: '◆',
  completed: '✓',
  executed: '◉',
  ended: '■',
}

/** The text of a mark: what happened, and when. */
function useMarkText(): (mark: AdvertMark) => string {
  const text = useText()
  const language = useLanguage()
  return ({ kind, at, deskHeadName: name, isAutomatic }) => {
    const mark = text(`chart.mark.${kind}`)
    const by = name === undefined ? mark : text('chart.mark.byDeskHead', { mark, name })
    const what = isAutomatic ? text('chart.mark.automatic', { mark }) : by
    return `${formatHourMinuteWithZone(at, language)} ${what}`
  }
}

/** The history of the selected IOI on the time axis. A screen reader has it in the timeline. */
export const ChartMarks = memo(MarksInFrame)

interface Props {
  marks: readonly AdvertMark[]
  frame: PlotFrame
  axis: TimeAxis
}

function MarksInFrame({ marks, frame, axis }: Props) {
  const markText = useMarkText()
  const inView = stackedMarks(
    marks.filter(({ at }) => axis.contains(at / 1_000)),
    ({ at }) =>
      frame.left + ((axis.positionOf(at / 1_000) - frame.from) / (frame.to - frame.from)) * frame.width,
  )
  return (
    <div className="chart-marks" aria-hidden>
      {inView.map(({ mark, x, level }) => (
        <div
          key={`${mark.kind} ${mark.at}`}
          data-kind={mark.kind}
          style={{ left: x, top: frame.top, height: frame.height, paddingBottom: level * markSize }}
          title={markText(mark)}
        >
          {markSymbols[mark.kind]}
        </div>
      ))}
    </div>
  )
}

/** How many of the newest events the line has room for. */
const shownEvents = 6

/** What happened to the selected IOI, the newest last. */
export const AdvertTimeline = memo(NewestMarks)

function NewestMarks({ marks }: { marks: readonly AdvertMark[] }) {
  const text = useText()
  const markText = useMarkText()
  if (marks.length === 0) return null
  return (
    <ol className="advert-timeline" aria-label={text('chart.timeline')}>
      {marks.slice(-shownEvents).map((mark) => (
        <li key={`${mark.kind} ${mark.at}`} data-kind={mark.kind}>
          <span aria-hidden>{markSymbols[mark.kind]}</span> {markText(mark)}
        </li>
      ))}
    </ol>
  )
}
