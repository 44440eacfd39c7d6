import { type Chart as ChartOfRows, drawChart } from '../../../contract/chart'
import { toldChart } from '../../../wording'
import { useSpeech } from '../../ui/use-speech'
import { Picture } from './picture'

/** Rows of an answer as a picture, below their table. */
export function Chart({ chart }: { chart: ChartOfRows }) {
  const speech = useSpeech()
  return (
    <Picture
      picture={drawChart(chart, speech.format.number)}
      title={`${chart.value} / ${chart.label}`}
      described={toldChart(chart, speech)}
      testid="chart"
    />
  )
}
