export const TEXT_FONT = "'Inter Variable', Inter, Helvetica, Arial, sans-serif";

/** Width of a text in em, in the windows' font. */
export type MeasureText = (text: string, weight: number) => number;

export function textMeasure(): MeasureText {
  const context = document.createElement('canvas').getContext('2d');
  if (context === null) throw new Error('This window cannot draw.');
  return (text, weight) => {
    context.font = `${weight} 100px ${TEXT_FONT}`;
    return context.measureText(text).width / 100;
  };
}
