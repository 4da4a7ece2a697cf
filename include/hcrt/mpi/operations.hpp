// What the bodies of hc_mpi.hpp share: tags, types, operations, functions that bytes are lent to.
#ifndef HCRT_MPI_OPERATIONS_HPP
#define HCRT_MPI_OPERATIONS_HPP

namespace hcrt {
namespace mpi {

constexpr int most_tags = 4095, halo_tag = 4095;  // the last one is the exchanges'

inline void check_tag(int tag) {
  if (tag < 0 || tag >= most_tags) fail("a tag is from 0 to " + std::to_string(most_tags - 1));
}

template <class T>
struct Number;  // allreduce takes numbers that MPI and NCCL have
#define HCRT_MPI_NUMBER(type, mpi, nccl)              \
  template <>                                         \
  struct Number<type> {                               \
    static MPI_Datatype get() { return mpi; }         \
    static constexpr int nccl_type() { return nccl; } \
  };
HCRT_MPI_NUMBER(signed char, MPI_SIGNED_CHAR, 0)
HCRT_MPI_NUMBER(unsigned char, MPI_UNSIGNED_CHAR, 1)
HCRT_MPI_NUMBER(int, MPI_INT, 2)
HCRT_MPI_NUMBER(unsigned, MPI_UNSIGNED, 3)
HCRT_MPI_NUMBER(long, MPI_LONG, 4)
HCRT_MPI_NUMBER(unsigned long, MPI_UNSIGNED_LONG, 5)
HCRT_MPI_NUMBER(long long, MPI_LONG_LONG, 4)
HCRT_MPI_NUMBER(unsigned long long, MPI_UNSIGNED_LONG_LONG, 5)
HCRT_MPI_NUMBER(float, MPI_FLOAT, 7)
HCRT_MPI_NUMBER(double, MPI_DOUBLE, 8)
#undef HCRT_MPI_NUMBER

inline MPI_Op operation(hc::mpi::op how) {
  return how == hc::mpi::op::sum       ? MPI_SUM
         : how == hc::mpi::op::product ? MPI_PROD
         : how == hc::mpi::op::minimum ? MPI_MIN
                                       : MPI_MAX;
}
inline int nccl_operation(hc::mpi::op how) {
  return how == hc::mpi::op::sum ? 0 : how == hc::mpi::op::product ? 1 : how == hc::mpi::op::minimum ? 3 : 2;
}

/// A function that is given the address of bytes that are lent; and the ticket of its operation.
template <class Function>
class Lent final : public Action {
 public:
  Lent(const std::shared_ptr<Link>& link, std::size_t offset, const Function& function)
      : ticket_(link), offset_(offset), function_(function) {}
  void run() override { function_(ticket_.link(), static_cast<char*>(base) + offset_); }

  void* base = nullptr;

 private:
  Link::Ticket ticket_;
  const std::size_t offset_;
  Function function_;
};

template <class Function>
Lent<Function>* new_lent(const std::shared_ptr<Link>& link, std::size_t offset, const Function& function) {
  return new Lent<Function>(link, offset, function);
}

}  // namespace mpi
}  // namespace hcrt
#endif
