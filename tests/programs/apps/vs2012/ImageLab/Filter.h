#pragma once

#include "Image.h"

namespace ImageLab
{
    //
    // A filter with its two ways; the registry owns one of each kind.
    //
    class IFilter
    {
    public:
        virtual ~IFilter() = 0;
        virtual std::wstring GetName() const = 0;
        virtual int GetTolerance() const { return 0; }
        virtual Image ApplyAmp(const Image& source, Concurrency::accelerator_view view) = 0;
        virtual Image ApplyCpu(const Image& source) = 0;
    };

    class FilterRegistry
    {
    public:
        typedef std::map<std::wstring, std::shared_ptr<IFilter>> FilterMap;

        static FilterRegistry* GetInstance()
        {
            if (s_instance == nullptr)
                s_instance = new FilterRegistry();
            return s_instance;
        }

        static void Destroy()
        {
            delete s_instance;
            s_instance = nullptr;
        }

        void Add(std::shared_ptr<IFilter> filter) { m_filters[filter->GetName()] = filter; }
        const FilterMap& Filters() const { return m_filters; }

    private:
        FilterRegistry() {}
        static FilterRegistry* s_instance;
        FilterMap m_filters;
    };

    void RegisterConvolutions(FilterRegistry& registry);
    void RegisterEdges(FilterRegistry& registry);
    void RegisterNeighbourhoods(FilterRegistry& registry);
    void RegisterHistograms(FilterRegistry& registry);
    void RegisterScaling(FilterRegistry& registry);
}
