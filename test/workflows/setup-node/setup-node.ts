const wanted = process.env['INPUT_NODE-VERSION'];
const [major] = process.versions.node.split('.');
if (major !== wanted) throw new Error(`Node ${major} runs, and ${wanted} is asked for.`);
process.stdout.write(`Node ${process.versions.node}\n`);
