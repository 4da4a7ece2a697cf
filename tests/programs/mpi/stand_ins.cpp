// Of CUDA's driver and of NCCL, what hcrt::mpi::Nccl asks for: each number of a device is a GPU, and NCCL
// ends a rank that shares one, as the real one does.
#include <cstdlib>
#include <cstring>
#include <string>

extern "C" {
int cuDevicePrimaryCtxRetain(void** context, int device) {
  *context = nullptr;
  return setenv("STAND_IN_GPU", std::to_string(device).c_str(), 1);  // for the other library
}
int cuCtxSetCurrent(void*) { return 0; }
int cuStreamCreate(void** stream, unsigned) {
  *stream = nullptr;
  return 0;
}
int cuStreamSynchronize(void*) { return 0; }
int cuDeviceGetUuid_v2(char* uuid, int device) {
  std::memset(uuid, device + 1, 16);
  return 0;
}
int ncclGetUniqueId(char* id) {
  std::memset(id, 0, 128);
  return 0;
}
struct Id {
  char bytes[128];
};
int ncclCommInitRank(void**, int ranks, Id, int rank) {
  return ranks == 2 && std::to_string(rank) == std::getenv("STAND_IN_GPU") ? 0 : 5;
}
int ncclBroadcast(const void*, void*, unsigned long, int, int, void*, void*) { return 0; }
int ncclAllReduce(const void*, void*, unsigned long, int, int, void*, void*) { return 0; }
const char* ncclGetErrorString(int) { return "invalid usage"; }
}
