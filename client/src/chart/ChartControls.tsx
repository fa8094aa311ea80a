import { chartDays, chartStyles, type Settings, settingChosen } from '../shared/store/settings.ts'
import { useAppDispatch, useAppSelector } from '../shared/store/store.ts'
import { SegmentedControl } from '../ui/controls/SegmentedControl.tsx'
import { useText } from '../ui/text/use-text.ts'

/** What the chart shows, stored with the settings of the user. */
export function ChartControls() {
  const text = useText()
  const dispatch = useAppDispatch()
  const settings = useAppSelector((state) => state.settings)
  const choose = (chosen: Partial<Settings>): void => void dispatch(settingChosen(chosen))
  return (
    <div className="chart-controls">
      <SegmentedControl
        label={text('chart.days')}
        value={settings.chartDays}
        options={chartDays.map((value) => ({ value, label: text(`chart.days.${value}`) }))}
        onChoose={(value) => choose({ chartDays: value })}
      />
      <SegmentedControl
        label={text('chart.style')}
        value={settings.chartStyle}
        options={chartStyles.map((value) => ({ value, label: text(`chart.style.${value}`) }))}
        onChoose={(value) => choose({ chartStyle: value })}
      />
      <button
        type="button"
        className="chart-index"
        aria-pressed={settings.chartIndex === 'on'}
        onClick={() => choose({ chartIndex: settings.chartIndex === 'on' ? 'off' : 'on' })}
      >
        {text('chart.vsIndex')}
      </button>
    </div>
  )
}
