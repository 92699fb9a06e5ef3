'use strict';
// Turns a chart of the page's JSON into options of the chart library. Names from the data are only ever drawn as text.
const DASHES = ['solid', [7, 4], [2, 3], [9, 3, 2, 3], [12, 4], [4, 2]];
/** A longer series can be looked at part by part. */
const MOST_AT_A_GLANCE = 1000;
const MARKERS = ['circle', 'diamond', 'triangle', 'rect', 'emptyCircle', 'emptyDiamond'];

function palette() {
  const style = getComputedStyle(document.documentElement);
  const read = name => style.getPropertyValue(name).trim();
  return {
    ink: read('--ink'), soft: read('--soft'), rule: read('--rule'), grid: read('--grid'), faint: read('--faint'),
    paper: read('--paper'), sans: getComputedStyle(document.body).fontFamily,
    series: [0, 1, 2, 3, 4, 5].map(i => read('--s' + i)),
    of(i) { return this.series[i % this.series.length]; },
  };
}

function shown(value) {
  if (value === null || !Number.isFinite(value)) return '–';
  const size = Math.abs(value);
  if (size !== 0 && (size < 1e-4 || size >= 1e7)) {
    return value.toExponential(2).replace('e+', 'e').replaceAll('-', '−');
  }
  const [whole, part] = String(Number(value.toPrecision(size >= 1e4 ? 7 : 4))).split('.');
  const grouped = size >= 1e4 ? whole.replace(/\B(?=(\d{3})+$)/g, '\u202f') : whole;
  return (part ? grouped + '.' + part : grouped).replace('-', '−');
}

/** Ticks that are close to each other need as many decimals as tell them apart. */
function ticks(interval) {
  const decimals = interval ? Math.max(0, Math.min(12, Math.ceil(-Math.log10(interval) - 1e-9))) : 0;
  return v => Math.abs(v) >= 100 && Math.abs(v) < 1e4 && interval < 1 ? v.toFixed(decimals).replace('-', '−') : shown(v);
}

function axis(colours, more) {
  return {
    type: 'value', scale: true, splitNumber: 5,
    axisLine: {show: true, onZero: false, lineStyle: {color: colours.rule}},
    axisTick: {show: true, lineStyle: {color: colours.rule}},
    axisLabel: {color: colours.soft, fontSize: 12, hideOverlap: true, formatter: shown},
    splitLine: {show: false},
    nameTextStyle: {color: colours.soft, fontSize: 12},
    ...more,
  };
}

/** The ends of an axis on round numbers, in about that many steps; nothing where there is nothing to show. */
function roundEnds(values, parts) {
  let low = Infinity;
  let high = -Infinity;
  for (const v of values) {
    if (v !== null && v < low) low = v;
    if (v !== null && v > high) high = v;
  }
  if (!(low <= high)) return {};
  if (low === high) {
    low -= Math.abs(low) * 0.1 || 1;
    high += Math.abs(high) * 0.1 || 1;
  }
  const rough = (high - low) / parts;
  const decade = 10 ** Math.floor(Math.log10(rough));
  const interval = decade * [1, 2, 2.5, 5, 10].find(m => m * decade >= rough * (1 - 1e-9));
  const tidy = steps => Number((steps * interval).toPrecision(12));
  return {min: tidy(Math.floor(low / interval + 1e-9)), max: tidy(Math.ceil(high / interval - 1e-9)), interval};
}

/** The same for a logarithmic axis: whole powers of ten. */
function decadeEnds(values) {
  const logs = values.filter(v => v !== null && v > 0).map(Math.log10);
  const low = Math.floor(logs.reduce((a, b) => Math.min(a, b)));
  const high = Math.max(low + 1, Math.ceil(logs.reduce((a, b) => Math.max(a, b))));
  return {min: 10 ** low, max: 10 ** high};
}

function base(colours) {
  return {animation: false, backgroundColor: 'transparent', textStyle: {fontFamily: colours.sans, color: colours.ink}};
}

/** A word in place of a picture where every number is missing; an empty frame would look like a fault. */
function nothingToShow(colours) {
  return {...base(colours), title: {text: 'no finite values', left: 'center', top: 'middle',
    textStyle: {color: colours.soft, fontSize: 13, fontWeight: 'normal', fontFamily: colours.sans}}};
}

/** The name of a vertical axis stands above it, where it needs no turning of the head. */
function nameAbove(colours, available) {
  return {nameLocation: 'end', nameGap: 12, nameTextStyle: {color: colours.soft, fontSize: 12, align: 'left',
    padding: [0, 0, 0, -4], width: available - 60, overflow: 'truncate'}};
}

/** The tooltip is built as nodes, so that a name is never read as markup. */
function tip(heading, lines) {
  const box = document.createElement('div');
  box.className = 'tip';
  const head = document.createElement('b');
  head.textContent = heading;
  box.append(head);
  for (const line of lines) {
    const row = document.createElement('div');
    row.textContent = line;
    box.append(row);
  }
  return box;
}

function tooltip(colours, formatter, more) {
  return {
    confine: true, backgroundColor: colours.paper, borderColor: colours.rule, borderWidth: 1, padding: [6, 10],
    extraCssText: 'box-shadow:0 2px 8px rgba(0,0,0,.12);border-radius:3px', formatter, transitionDuration: 0, ...more,
  };
}

/** Several noisy lines cannot be told apart by their dashes, so each also carries a few markers. */
function marked(chart) {
  return chart.kind === 'line' && !chart.density && chart.series.filter(s => s.look === 'line').length > 1;
}

function markers(chart, series, colours) {
  const gap = Math.max(1, Math.round(series.x.length / 8));
  const first = Math.round(gap * (0.3 + 0.2 * (series.index % 4)));
  return {
    type: 'scatter', silent: true, symbol: MARKERS[series.index % MARKERS.length], symbolSize: 9, z: 5,
    data: series.x.map((x, i) => [x, series.y[i]]).filter((p, i) => i % gap === first % gap && p[1] !== null),
    itemStyle: {color: colours.of(series.index), borderColor: colours.paper, borderWidth: 1.5}, tooltip: {show: false},
  };
}

function lineSeries(chart, series, colours) {
  const colour = series.look === 'faint' ? colours.faint : colours.of(series.index);
  const drawable = y => y !== null && (!chart.log || y > 0);
  const data = series.x.map((x, i) => [x, drawable(series.y[i]) ? series.y[i] : null]);
  const common = {name: series.name, data, silent: true, animation: false, emphasis: {disabled: true}};
  if (series.look === 'points') {
    return {...common, type: 'scatter', symbol: MARKERS[series.index % MARKERS.length], symbolSize: 8, z: 5,
      itemStyle: {color: colour, borderColor: colours.paper, borderWidth: 1}};
  }
  if (series.look === 'band') {
    // A line there along the upper edge and back along the lower: its area down to the axis cancels except the band.
    const edge = values => series.x.map((x, i) => [x, values[i]]).filter(p => p[0] !== null && drawable(p[1]));
    return {...common, type: 'line', data: edge(series.y).concat(edge(series.lower).reverse()), symbol: 'none', z: 1,
      lineStyle: {width: 0}, areaStyle: {color: colour, opacity: 0.2}, tooltip: {show: false}};
  }
  const faint = series.look === 'faint';
  return {...common, type: 'line', showSymbol: false, symbol: 'circle', z: faint ? 2 : 4, connectNulls: false,
    lineStyle: {color: colour, width: faint ? 0.8 : marked(chart) && data.length > 400 ? 1.3 : 1.9, opacity: faint ? 0.6 : 1,
      type: faint ? 'solid' : DASHES[series.index % DASHES.length]},
    itemStyle: {color: colour},
    areaStyle: chart.density && !faint && chart.series.filter(s => s.look === 'line').length === 1 ? {color: colour, opacity: 0.14, origin: 'start'} : undefined,
    tooltip: {show: !faint}};
}

function referenceSeries(chart, colours) {
  const usable = chart.references.filter(r => r.value !== null && (r.axis === 'x' || !chart.log || r.value > 0));
  return usable.length === 0 ? [] : [{
    type: 'line', data: [], silent: true, z: 3, tooltip: {show: false},
    markLine: {
      // By default the library rounds the place of such a line to two decimals.
      precision: -1,
      silent: true, symbol: 'none', animation: false, lineStyle: {color: colours.soft, type: [4, 3], width: 1},
      label: {color: colours.soft, fontSize: 11.5, position: 'insideEndTop', textBorderColor: colours.paper,
        textBorderWidth: 3},
      data: usable.map(r => ({[r.axis === 'x' ? 'xAxis' : 'yAxis']: r.value, label: {formatter: () => r.label,
        position: r.axis === 'x' ? 'end' : 'insideEndTop'}})),
    },
  }];
}

function lineOptions(chart, colours, available) {
  const visible = (s, i) => s.x[i] !== null && s.y[i] !== null && (!chart.log || s.y[i] > 0);
  if (!chart.series.some(s => s.x.some((x, i) => visible(s, i)))) return nothingToShow(colours);
  const along = axisName => chart.references.filter(r => r.axis === axisName).map(r => r.value);
  const xs = chart.series.flatMap(s => s.x).concat(chart.rug, along('x'));
  const ys = chart.lowest === null ? chart.series.flatMap(s => s.y.concat(s.lower || [])).concat(along('y'))
    : [chart.lowest, chart.highest];
  const labelled = chart.references.some(r => r.axis === 'x' && r.label);
  const rug = chart.rug.length ? [{
    type: 'scatter', data: chart.rug.filter(v => v !== null).map(v => [v, 0]), yAxisIndex: 1, symbol: 'rect',
    symbolSize: [1, 7], symbolOffset: [0, -3.5], silent: true, itemStyle: {color: colours.soft, opacity: 0.55},
    tooltip: {show: false}, z: 6,
  }] : [];
  return {
    ...base(colours),
    grid: {left: chart.density ? 20 : 6, right: 20, top: chart.density ? (labelled ? 22 : 8) : 30,
      bottom: chart.xLabel ? 28 : 4,
      containLabel: true},
    xAxis: axis(colours, {name: chart.xLabel, nameLocation: 'middle', nameGap: 28,
      ...roundEnds(xs, Math.min(8, Math.max(4, available / 90)))}),
    yAxis: [
      axis(colours, {
        type: chart.log ? 'log' : 'value', scale: !chart.density, show: true, splitNumber: 4,
        name: chart.density ? '' : chart.yLabel, ...nameAbove(colours, available),
        axisLine: {show: false, onZero: false}, axisTick: {show: false},
        axisLabel: {show: !chart.density, color: colours.soft, fontSize: 12, formatter: chart.log ? shown : ticks(roundEnds(ys, 5).interval)},
        splitLine: {show: !chart.density, lineStyle: {color: colours.grid}},
        ...(chart.log ? decadeEnds(ys) : chart.density ? {min: 0, max: 1.04 * ys.reduce((a, b) => Math.max(a, b), 0) || 1}
          : roundEnds(ys, 5)),
      }),
      {type: 'value', min: 0, max: 1, show: false},
    ],
    tooltip: tooltip(colours, items => {
      const at = items.filter(p => p.seriesName && p.value && p.value[1] !== null);
      return at.length ? tip((chart.xLabel ? chart.xLabel + ' ' : '') + shown(at[0].value[0]),
        chart.density ? [] : at.map(p => (at.length > 1 ? p.seriesName + ': ' : '') + shown(p.value[1]))) : '';
    }, {trigger: 'axis', axisPointer: {type: 'line', lineStyle: {color: colours.rule}, label: {show: false}}}),
    series: [...chart.series.map(s => lineSeries(chart, s, colours)),
      ...chart.series.filter(s => s.look === 'line' && marked(chart)).map(s => markers(chart, s, colours)),
      ...referenceSeries(chart, colours), ...rug],
  };
}

/** The value of a series at a time, or at the last time before it that is kept. */
function atTime(series, values, t) {
  if (!series.x) return values[t - 1];
  let low = 0;
  let high = series.x.length - 1;
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (series.x[middle] <= t) low = middle; else high = middle - 1;
  }
  return values[low];
}

/** Panels below each other over one axis of time; the first gets the most room. */
function timeOptions(chart, colours, available) {
  const all = chart.panels.flatMap(p => p.series);
  if (!all.some(s => s.y.some(v => v !== null))) return nothingToShow(colours);
  const named = t => chart.labels.length ? chart.labels[Math.floor((t - 1) / chart.stride)] || '' : shown(t);
  const widest = chart.labels.reduce((w, name) => Math.max(w, name.length), 5);
  const parts = Math.max(2, Math.min(8, Math.floor((available - 60) / (8 * Math.min(widest, 14) + 24))));
  const n = chart.panels.length;
  const tops = chart.panels.map((p, i) => i === 0 ? 0 : 55 + 45 * (i - 1) / (n - 1));
  const ends = chart.panels.map((p, i) => i + 1 < n ? tops[i + 1] : 100);
  const withTime = s => ({...s, x: s.x || s.y.map((v, i) => i + 1)});
  const {interval} = roundEnds([0, chart.size], parts);
  const zoomed = chart.size > MOST_AT_A_GLANCE && !document.documentElement.classList.contains('print');
  const panel = {log: false, density: false, series: [], kind: 'panel'};
  return {
    ...base(colours),
    grid: chart.panels.map((p, i) => ({left: 52, right: 20, top: i === 0 ? 30 : (tops[i] + 5) + '%',
      bottom: i + 1 === n ? (zoomed ? 88 : 52) : (100 - ends[i] + 4) + '%'})),
    axisPointer: {link: [{xAxisIndex: 'all'}], type: 'line', lineStyle: {color: colours.rule}, label: {show: false}},
    xAxis: chart.panels.map((p, i) => axis(colours, {gridIndex: i, min: chart.labels.length ? 1 : 0, max: Math.max(2, chart.size),
      ...(zoomed ? {splitNumber: parts, minInterval: 1} : {interval: Math.max(1, interval || 1)}), name: i + 1 === n ? chart.xLabel : '', nameLocation: 'middle', nameGap: 30,
      axisTick: {show: i + 1 === n, lineStyle: {color: colours.rule}},
      axisLabel: {show: i + 1 === n, color: colours.soft, fontSize: 12, hideOverlap: true, formatter: named,
        width: 8 * 14, overflow: 'truncate', alignMinLabel: 'left', alignMaxLabel: 'right'}})),
    yAxis: chart.panels.map((p, i) => axis(colours, {gridIndex: i, name: p.yLabel, ...nameAbove(colours, available),
      axisLine: {show: false, onZero: false}, axisTick: {show: false},
      splitLine: {show: true, lineStyle: {color: colours.grid}},
      ...roundEnds(p.series.flatMap(s => s.y.concat(s.lower || [])), 5)})),
    dataZoom: zoomed ? [{type: 'slider', xAxisIndex: chart.panels.map((p, i) => i), filterMode: 'none', bottom: 6, height: 22,
      left: 52, right: 20, brushSelect: false, showDetail: false, showDataShadow: false, borderColor: colours.rule,
      fillerColor: colours.grid, backgroundColor: 'transparent', handleStyle: {color: colours.paper, borderColor: colours.soft},
      moveHandleSize: 0}] : [],
    tooltip: tooltip(colours, items => {
      const t = Math.round(items[0].axisValue);
      return t >= 1 && t <= chart.size ? tip((chart.labels.length ? '' : chart.xLabel + ' ') + named(t), all.map(s => s.name + ': '
        + (s.lower ? shown(atTime(s, s.lower, t)) + ' to ' : '') + shown(atTime(s, s.y, t)))) : '';
    }, {trigger: 'axis'}),
    series: chart.panels.flatMap((p, i) => p.series.map(s => {
      const drawn = lineSeries(panel, withTime(s), colours);
      // In a panel of their own the data need not keep behind anything.
      if (s.look === 'faint') drawn.lineStyle = {color: colours.soft, width: chart.size > 2000 ? 0.6 : 0.9, opacity: 0.85};
      else if (s.look === 'line' && chart.size > 2000) drawn.lineStyle.width = 1.1;
      return {...drawn, xAxisIndex: i, yAxisIndex: i, tooltip: {show: true}};
    })),
  };
}

function barOptions(chart, colours, available) {
  if (!chart.groups.some(g => g.values.some(v => v !== null))) return nothingToShow(colours);
  const sideways = chart.categories.some(name => name.length > 8);
  const n = chart.categories.length;
  const k = chart.groups.length;
  const GAP = 0.15;
  const width = 0.7 / (k + (k - 1) * GAP);
  const centre = (i, g) => i - 0.35 + width * (g * (1 + GAP) + 0.5);
  const point = (along, value) => sideways ? [value, along] : [along, value];
  const categories = axis(colours, {type: 'category', data: chart.categories, axisTick: {show: false}, inverse: sideways,
    axisLabel: {color: colours.soft, fontSize: 12, hideOverlap: true, width: sideways ? 130 : undefined,
      overflow: 'truncate'}});
  const values = axis(colours, {scale: false, splitNumber: 4, axisLine: {show: false, onZero: false}, axisTick: {show: false},
    splitLine: {show: true, lineStyle: {color: colours.grid}}, name: chart.valueLabel,
    ...(sideways ? {nameLocation: 'middle', nameGap: 28} : nameAbove(colours, available))});
  // Intervals stand on a hidden numeric axis that runs along the categories, where a bar's centre can be named.
  const along = {type: 'value', min: -0.5, max: n - 0.5, show: false, inverse: sideways};
  const bars = chart.groups.map((group, g) => ({
    type: 'bar', name: group.name, data: group.values, barCategoryGap: '30%', barGap: (GAP * 100) + '%',
    itemStyle: {color: colours.of(g), opacity: 0.85,
      decal: g === 0 ? undefined : {symbol: 'rect', color: colours.paper, dashArrayX: [1, 0], dashArrayY: [1.5, 3 + g],
        rotation: g % 2 ? -Math.PI / 4 : Math.PI / 4}},
    emphasis: {disabled: true}, [sideways ? 'yAxisIndex' : 'xAxisIndex']: 0,
  }));
  const intervals = chart.groups.map((group, g) => ({
    type: 'line', silent: true, symbol: 'none', connectNulls: false, z: 5, tooltip: {show: false},
    lineStyle: {color: colours.ink, width: 1.3}, [sideways ? 'yAxisIndex' : 'xAxisIndex']: 1,
    data: group.lower.flatMap((low, i) => {
      const high = group.upper[i];
      if (low === null || high === null) return [];
      const c = centre(i, g);
      const cap = width * 0.18;
      return [point(c - cap, low), point(c + cap, low), point(c, low), point(c, high), point(c - cap, high),
        point(c + cap, high), [null, null]];
    }),
  })).filter(s => s.data.length);
  return {
    ...base(colours),
    grid: {left: 6, right: 16, top: sideways ? 8 : 30, bottom: sideways && chart.valueLabel ? 24 : 4,
      containLabel: true},
    xAxis: sideways ? values : [categories, along],
    yAxis: sideways ? [categories, along] : values,
    tooltip: tooltip(colours, p => {
      const group = chart.groups[p.seriesIndex];
      const low = group.lower[p.dataIndex];
      const interval = low === undefined || low === null ? ''
        : ' (' + shown(low) + ' to ' + shown(group.upper[p.dataIndex]) + ')';
      return tip(chart.categories[p.dataIndex], [group.name + ': ' + shown(group.values[p.dataIndex]) + interval]);
    }, {trigger: 'item'}),
    series: [...bars, ...intervals],
  };
}

function histogram(values, low, high, bins) {
  const counts = new Array(bins).fill(0);
  for (const v of values) {
    if (v !== null) counts[Math.min(bins - 1, Math.floor((v - low) / (high - low) * bins))]++;
  }
  return counts;
}

function correlation(a, b) {
  const pairs = a.map((v, i) => [v, b[i]]).filter(p => p[0] !== null && p[1] !== null);
  const mean = k => pairs.reduce((s, p) => s + p[k], 0) / pairs.length;
  const [ma, mb] = [mean(0), mean(1)];
  let [ab, aa, bb] = [0, 0, 0];
  for (const [u, v] of pairs) {
    ab += (u - ma) * (v - mb);
    aa += (u - ma) ** 2;
    bb += (v - mb) ** 2;
  }
  return ab / Math.sqrt(aa * bb);
}

/** Room for the labels on the left and below, and the size of one cell: never so small that a cell says nothing. */
/** Intervals below each other, each a thin and a thick line with a point. */
function forestOptions(chart, colours, available) {
  const n = chart.intervals.length;
  const whole = chart.intervals.flatMap(one => one.ends);
  if (!whole.some(v => v !== null)) return nothingToShow(colours);
  const longest = Math.max(...chart.intervals.map(one => [...one.name].length));
  const room = Math.min(190, available * 0.36, 16 + longest * 6.6);
  const part = (from, to) => chart.intervals.flatMap((one, i) => one.ends[from] === null || one.ends[to] === null ? []
    : [[one.ends[from], i], [one.ends[to], i], [null, null]]);
  const line = (data, width, opacity) => ({type: 'line', data, symbol: 'none', silent: true, connectNulls: false,
    lineStyle: {color: colours.of(0), width, opacity}, tooltip: {show: false}});
  const ends = roundEnds(whole, Math.min(8, Math.max(3, available / 110)));
  const zero = ends.min < 0 && ends.max > 0 ? [{type: 'line', data: [[0, -0.5], [0, n - 0.5]], symbol: 'none', silent: true,
    lineStyle: {color: colours.soft, width: 1, type: [4, 3]}, tooltip: {show: false}}] : [];
  return {
    ...base(colours),
    grid: {left: room + 10, right: 20, top: 6, bottom: 24},
    xAxis: axis(colours, {...ends, splitLine: {show: true, lineStyle: {color: colours.grid}}}),
    yAxis: axis(colours, {type: 'value', inverse: true, min: -0.5, max: n - 0.5, interval: 0.5, scale: false,
      axisLine: {show: false}, axisTick: {show: false},
      axisLabel: {color: colours.ink, fontSize: 12, formatter: v => Number.isInteger(v) && v >= 0 && v < n ? shortened(chart.intervals[v].name, room) : ''}}),
    tooltip: tooltip(colours, p => {
      const one = chart.intervals[p.dataIndex];
      return tip(one.name, ['median ' + shown(one.ends[2]), 'half: ' + shown(one.ends[1]) + ' to ' + shown(one.ends[3]),
        '90%: ' + shown(one.ends[0]) + ' to ' + shown(one.ends[4])]);
    }, {trigger: 'item'}),
    series: [...zero, line(part(0, 4), 1.4, 1), line(part(1, 3), 4.5, 0.75),
      {type: 'scatter', data: chart.intervals.map((one, i) => [one.ends[2], i]), symbolSize: 9, z: 5,
        itemStyle: {color: colours.of(0), borderColor: colours.paper, borderWidth: 1.5}}],
  };
}

/** A name that is too long loses its middle: what tells it from its neighbours is mostly at its end. */
function shortened(name, room) {
  const letters = [...name];
  const most = Math.max(5, Math.floor(room / 6.6));
  if (letters.length <= most) return name;
  const end = Math.ceil((most - 1) * 0.6);
  return letters.slice(0, most - 1 - end).join('') + '…' + letters.slice(-end).join('');
}

function matrixLayout(chart, available) {
  const n = chart.columns.length;
  const left = 46;
  const printing = document.documentElement.classList.contains('print');
  const cell = Math.min(printing ? 125 : 190, Math.max(printing ? 60 : 74, Math.floor((available - left - 6) / n)));
  return {left, top: 4, cell, gap: 6, width: left + n * cell + 6, height: n * cell + 34};
}

function matrixOptions(chart, colours, available) {
  const {left, top, cell, gap} = matrixLayout(chart, available);
  const n = chart.columns.length;
  const option = {...base(colours), grid: [], xAxis: [], yAxis: [], title: [], series: []};
  const ranges = chart.columns.map(c => {
    const finite = c.values.filter(v => v !== null);
    const low = finite.reduce((a, b) => Math.min(a, b), Infinity);
    const high = finite.reduce((a, b) => Math.max(a, b), -Infinity);
    if (!(low <= high)) return [0, 1];
    const margin = (high - low) * 0.04 || 0.5;
    return [low - margin, high + margin];
  });
  const words = (i, j, text, size, colour, atTop) => option.title.push({
    text, left: left + j * cell + (cell - gap) / 2, top: top + i * cell + (atTop ? 0 : (cell - gap) / 2 - size * 0.75),
    textAlign: 'center', padding: 0,
    textStyle: {fontSize: size, fontWeight: 'normal', color: colour, fontFamily: colours.sans},
  });
  for (let i = 0; i < n; i++) {
    for (let j = 0; j <= i; j++) {
      const g = option.grid.length;
      const own = i === j;
      const head = own ? 18 : 0;
      option.grid.push({left: left + j * cell, top: top + i * cell + head, width: cell - gap, height: cell - gap - head,
        show: !own, borderColor: colours.rule, borderWidth: 1});
      const side = (range, visible) => axis(colours, {gridIndex: g, min: range[0], max: range[1], splitNumber: cell < 110 ? 2 : 3,
        axisTick: {show: visible, length: 3, lineStyle: {color: colours.rule}}, axisLine: {show: own && visible,
          lineStyle: {color: colours.rule}},
        axisLabel: {show: visible, color: colours.soft, fontSize: 11, formatter: shown, showMinLabel: false,
          showMaxLabel: false, hideOverlap: true}});
      option.xAxis.push(side(ranges[j], i === n - 1));
      if (own) {
        const bins = 24;
        const counts = histogram(chart.columns[j].values, ranges[j][0], ranges[j][1], bins);
        const step = (ranges[j][1] - ranges[j][0]) / bins;
        option.yAxis.push({type: 'value', gridIndex: g, show: false, min: 0});
        option.series.push({type: 'line', step: 'end', symbol: 'none', xAxisIndex: g, yAxisIndex: g, silent: true,
          data: [[ranges[j][0], 0]].concat(counts.map((c, b) => [ranges[j][0] + b * step, c]), [[ranges[j][1], 0]]),
          lineStyle: {color: colours.of(0), width: 1}, areaStyle: {color: colours.of(0), opacity: 0.2}});
        words(i, j, shortened(chart.columns[j].name, cell - gap - 6), 12, colours.ink, true);
      } else {
        option.yAxis.push(side(ranges[i], j === 0));
        const a = chart.columns[j].values;
        const b = chart.columns[i].values;
        option.series.push({type: 'scatter', xAxisIndex: g, yAxisIndex: g, silent: true, symbolSize: 2.6,
          data: a.map((v, r) => [v, b[r]]).filter(p => p[0] !== null && p[1] !== null),
          itemStyle: {color: colours.of(0), opacity: 0.32}});
        const r = correlation(a, b);
        words(j, i, Number.isFinite(r) ? r.toFixed(2).replace('-', '−') : '–', 13 + 5 * Math.abs(r || 0), colours.soft,
          false);
      }
    }
  }
  return option;
}
