// Times capsule casts of Jolt (npm jolt-physics) on a mesh.
//
// usage: node jolt.mjs MODULE_FOLDER INPUT.json: {vertices, triangles, radius, half_height, centers, directions, distance,
// rounds}. Prints JSON: {version, microseconds: [per cast, of each round], distances: [of each cast, null for a miss]}.
// Casts are prepared ahead, so that what is measured is the cast and the look at its result.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

const [folder, inputPath] = process.argv.slice(2);
const packageFolder = join(folder, 'node_modules', 'jolt-physics');
const described = JSON.parse(readFileSync(join(packageFolder, 'package.json')));
const { default: initJolt } = await import(pathToFileURL(join(packageFolder, described.main)));
const Jolt = await initJolt();
const input = JSON.parse(readFileSync(inputPath));

function buildSystem() {
  const settings = new Jolt.JoltSettings();
  const pairs = new Jolt.ObjectLayerPairFilterTable(1);
  pairs.EnableCollision(0, 0);
  const layers = new Jolt.BroadPhaseLayerInterfaceTable(1, 1);
  layers.MapObjectToBroadPhaseLayer(0, new Jolt.BroadPhaseLayer(0));
  settings.mObjectLayerPairFilter = pairs;
  settings.mBroadPhaseLayerInterface = layers;
  settings.mObjectVsBroadPhaseLayerFilter = new Jolt.ObjectVsBroadPhaseLayerFilterTable(layers, 1, pairs, 1);
  return new Jolt.JoltInterface(settings);
}

function buildMesh() {
  const vertices = new Jolt.VertexList();
  const triangles = new Jolt.IndexedTriangleList();
  for (const [x, y, z] of input.vertices) {
    const vertex = new Jolt.Float3(x, y, z);
    vertices.push_back(vertex);
    Jolt.destroy(vertex);
  }
  for (const [a, b, c] of input.triangles) {
    const triangle = new Jolt.IndexedTriangle(a, b, c, 0);
    triangles.push_back(triangle);
    Jolt.destroy(triangle);
  }
  const result = new Jolt.MeshShapeSettings(vertices, triangles, new Jolt.PhysicsMaterialList()).Create();
  if (result.HasError()) throw new Error(result.GetError().c_str());
  return result.Get();
}

const jolt = buildSystem();
const system = jolt.GetPhysicsSystem();
const bodies = system.GetBodyInterface();
const still = new Jolt.Quat(0, 0, 0, 1);
const creation = new Jolt.BodyCreationSettings(buildMesh(), new Jolt.RVec3(0, 0, 0), still, Jolt.EMotionType_Static, 0);
bodies.AddBody(bodies.CreateBody(creation).GetID(), Jolt.EActivation_DontActivate);
system.OptimizeBroadPhase();

const capsule = new Jolt.CapsuleShape(input.half_height, input.radius);
const one = new Jolt.Vec3(1, 1, 1);
const casts = input.centers.map(([x, y, z], i) => {
  const start = Jolt.RMat44.prototype.sRotationTranslation(still, new Jolt.RVec3(x, y, z));
  const [dx, dy, dz] = input.directions[i].map((part) => part * input.distance);
  return new Jolt.RShapeCast(capsule, one, start, new Jolt.Vec3(dx, dy, dz));
});

const query = system.GetNarrowPhaseQuery();
const settings = new Jolt.ShapeCastSettings();
const origin = new Jolt.RVec3(0, 0, 0);
const collector = new Jolt.CastShapeClosestHitCollisionCollector();
const filters = [new Jolt.BroadPhaseLayerFilter(), new Jolt.ObjectLayerFilter(), new Jolt.BodyFilter(), new Jolt.ShapeFilter()];
const distances = new Array(casts.length).fill(null);

function runRound() {
  const begin = process.hrtime.bigint();
  for (let i = 0; i < casts.length; i++) {
    collector.Reset();
    query.CastShape(casts[i], settings, origin, collector, filters[0], filters[1], filters[2], filters[3]);
    distances[i] = collector.HadHit() ? collector.mHit.mFraction * input.distance : null;
  }
  return Number(process.hrtime.bigint() - begin) / 1000 / casts.length;
}

for (let i = 0; i < 3; i++) runRound(); // wasm is compiled anew while it runs
const microseconds = Array.from({ length: input.rounds }, runRound);
console.log(JSON.stringify({ version: described.version, microseconds, distances }));
